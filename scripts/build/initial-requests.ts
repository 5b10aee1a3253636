// Finds what a page makes the most demanding phone fetch before the visitor acts: pictures of every kind, fonts,
// preloads.
import { attributeOf, tagsNamed } from '../../src/html/tags.ts';
import { memoize } from '../../src/site/memoize.ts';
import { inlineOf } from './inline.ts';

/** A narrow screen of high resolution, which takes the largest picture offered. */
const PHONE = { width: 360, dots: 3 } as const;
const FETCHED_LINKS = ['preload', 'modulepreload', 'prefetch', 'icon'];
/** Text for machines, and elements that are hidden until the visitor asks for them. */
const UNSEEN = /<(script|style|template|noscript|dialog)\b/g;
const FETCHING = tagsNamed('picture|source|img|link|image|use|video|track|input');

/** Addresses of this site that a page fetches, each once, in the order of the page. */
export function initialRequests(html: string): string[] {
  const styles = inlineOf(html, 'style').flatMap(({ content }) => inStyles(content));
  const found = [...styles, ...inTags(seenOf(html))];
  return [
    ...new Set(found.map((address) => address.replace(/[?#].*/, '')).filter((address) => /^\/(?!\/)/.test(address))),
  ];
}

/** A page without its invisible parts. */
function seenOf(html: string): string {
  let seen = '';
  let from = 0;
  for (const { 0: opening, 1: name, index } of html.matchAll(UNSEEN)) {
    if (index < from) continue;
    const end = html.indexOf(`</${name}>`, index + opening.length);
    if (end < 0) break;
    seen += html.slice(from, index);
    from = end;
  }
  return seen + html.slice(from);
}

/**
 * What tags load. Lazy pictures are weighed in a browser, which alone knows their position
 * (tests/e2e/first-bytes.spec.ts).
 */
function inTags(html: string): string[] {
  let sources: string[] | null = null;
  return [...html.matchAll(FETCHING)].flatMap(([tag, close, name = '']) => {
    if (name === 'picture') sources = close ? null : [];
    if (name === 'source') sources?.push(tag);
    return (close ? null : ofTag(name, tag, sources ?? [])) ?? [];
  });
}

function ofTag(name: string, tag: string, sources: readonly string[]): string | null {
  const own = (attribute: string): string | null => attributeOf(tag, attribute);
  switch (name) {
    case 'img':
      return own('loading') === 'lazy' ? null : pictureOf(tag, sources);
    case 'link':
      return ofLink(tag);
    case 'image':
    case 'use':
      return own('href') ?? own('xlink:href');
    case 'video':
      return own('poster');
    case 'track':
      return own('default') === null ? null : own('src');
    case 'input':
      return own('type') === 'image' ? own('src') : null;
    default:
      return null;
  }
}

function ofLink(tag: string): string | null {
  const rels = (attributeOf(tag, 'rel') ?? '').split(/\s+/);
  if (!rels.some((rel) => FETCHED_LINKS.includes(rel)) || !fitsPhone(attributeOf(tag, 'media') ?? '')) return null;
  return largest(attributeOf(tag, 'imagesrcset')) ?? attributeOf(tag, 'href');
}

/** The address a picture is fetched from: the first matching source, else the picture's own. */
function pictureOf(img: string, sources: readonly string[]): string | null {
  const source = sources.find((tag) => fitsPhone(attributeOf(tag, 'media') ?? ''));
  return (
    largest(source ? attributeOf(source, 'srcset') : null) ??
    largest(attributeOf(img, 'srcset')) ??
    attributeOf(img, 'src')
  );
}

/**
 * The candidate of a `srcset` for a picture as wide as the phone: the smallest with enough pixels, else the largest.
 */
function largest(srcset: string | null): string | null {
  const candidates = (srcset ?? '')
    .split(/,\s+|,$/)
    .flatMap((each) => {
      const [address, size = '1x'] = each.trim().split(/\s+/);
      const dots = parseFloat(size) / (size.endsWith('w') ? PHONE.width : 1);
      return address ? [{ address, dots }] : [];
    })
    .sort((a, b) => a.dots - b.dots);
  return (candidates.find(({ dots }) => dots >= PHONE.dots) ?? candidates.at(-1))?.address ?? null;
}

/** Whether a media query may match on the phone. An unknown query may. */
function fitsPhone(media: string): boolean {
  return media.split(',').some(
    (query) =>
      !/\bprint\b|scripting: ?none|hover: ?hover|orientation: ?landscape/.test(query) &&
      [...query.matchAll(/(min|max)-width: ?([\d.]+)(px|r?em)/g)].every(([, end, size, unit]) => {
        const pixels = Number(size) * (unit === 'px' ? 1 : 16);
        return end === 'min' ? pixels <= PHONE.width : pixels >= PHONE.width;
      }),
  );
}

/** What inlined styles load where their media queries may match; cached, since many pages share them. */
const inStyles = memoize((css: string): readonly string[] => {
  const found: string[] = [];
  const fits: boolean[] = [];
  for (const [, address, opening, closing] of css.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)|([^{};]*)\{|(\})/g)) {
    if (closing) fits.pop();
    else if (opening !== undefined) fits.push(!opening.includes('@media') || fitsPhone(opening));
    else if (address && fits.every(Boolean)) found.push(address);
  }
  return found;
});
