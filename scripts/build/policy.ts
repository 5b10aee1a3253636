// Writes the Content-Security-Policy of every page from its actual content, by hash.
import { createHash } from 'node:crypto';
import { prefixOf } from '../../src/domain/routes.ts';
import { site as siteCalls } from '../../src/contract/site.ts';
import { memoize } from '../../src/site/memoize.ts';
import { inlineOf } from './inline.ts';
import type { BuiltPage, PagePlace } from './pages.ts';

/** Cached, since many pages share the same content. */
const sha = memoize((text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/** Hashes of the inline scripts and styles of some HTML. Data blocks are no scripts and need none. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const scripts = inlineOf(html, 'script')
    .filter(({ attributes, content }) => content && !/\ssrc=|type="application\/(?:ld\+)?json"/.test(attributes))
    .map(({ content }) => sha(content));
  const styles = inlineOf(html, 'style').map(({ content }) => sha(content));
  return { scripts: [...new Set(scripts)].sort(), styles: [...new Set(styles)].sort() };
}

const SHARED = [
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "manifest-src 'self'",
  "font-src 'self'",
  `report-uri ${siteCalls.cspReport.path}`,
];

/** What a policy has to allow. */
interface Needs {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly film: boolean;
}

/** A page whose scripts and styles are final. */
export interface PolicedPage extends PagePlace {
  readonly needs: Needs;
}

export const needsOf = (html: string): Needs => ({ ...inlineHashes(html), film: /<video[\s>]/.test(html) });

/** The merged requirements of several pages, without duplicates. */
const together = (all: readonly Needs[]): Needs => ({
  scripts: [...new Set(all.flatMap(({ scripts }) => scripts))].sort(),
  styles: [...new Set(all.flatMap(({ styles }) => styles))].sort(),
  film: all.some(({ film }) => film),
});

function publicPolicy({ scripts, styles, film }: Needs): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    ...(film ? ["media-src 'self'"] : []),
    "require-trusted-types-for 'script'",
    ...SHARED,
  ].join('; ');
}

/**
 * Without Trusted Types. A default policy can let the router parse pages (its sink is `DOMParser parseFromString`), but
 * Astro's React renderer sets the slot of an island as `Element innerHTML`, and the inline scripts of the next page are
 * refused as `TrustedScript`. A policy that allows those allows everything.
 */
function membersPolicy({ scripts, styles }: Needs): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src 'self' ${styles.join(' ')}`.trim(),
    "connect-src 'self'",
    "worker-src 'self'",
    // A photo is shown before it is uploaded.
    "img-src 'self' data: blob:",
    // A recording is heard before it is sent.
    "media-src 'self' blob:",
    ...SHARED,
  ].join('; ');
}

/**
 * Policies of one niche: a shared one for the members area, one per public page, and one for all public pages of static
 * hosts.
 */
export interface Policies {
  readonly members: string;
  readonly public: string;
  /** File below dist/<niche> → policy, public pages only. */
  readonly pages: Readonly<Record<string, string>>;
}

export function makePolicies(pages: readonly PolicedPage[]): Policies {
  const members = pages.filter((page) => page.route.world === 'members');
  const open = pages.filter((page) => page.route.world === 'public');
  return {
    members: membersPolicy(together(members.map(({ needs }) => needs))),
    public: publicPolicy(together(open.map(({ needs }) => needs))),
    pages: Object.fromEntries(open.map(({ file, needs }) => [file, publicPolicy(needs)])),
  };
}

/** The merged requirements of some public pages. */
export const publicPolicyOf = (pages: readonly PolicedPage[]): string =>
  publicPolicy(together(pages.map(({ needs }) => needs)));

/** The two pages that are served at any address, never at their own. */
export const isAsked = ({ route }: PagePlace): boolean => route.name === '404' || route.name === 'error';

/**
 * Adds the policy to the document of one of those two as well: static hosts cannot tell at which addresses it will be
 * served.
 */
export function placePolicy(page: BuiltPage): void {
  // Browsers accept those two in a header only.
  const policy = publicPolicy(needsOf(page.html)).replace(/; (?:frame-ancestors|report-uri) [^;]*/g, '');
  page.html = page.html.replace(
    '<meta charset="utf-8">',
    (charset) => `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

const permissions = (microphone: string): string =>
  `camera=(), microphone=(${microphone}), geolocation=(self), payment=(self), browsing-topics=()`;

/** What pages may ask the browser for, by world: only chats record, but the document of the members area stays from page to page. */
export const PERMISSIONS = { members: permissions('self'), public: permissions('') } as const;

/** Headers of every answer of a site besides its policy and, of pages, their permissions. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** First path segments of the members area, for hosts that set headers by path. */
export const membersPaths = (pages: readonly PagePlace[]): string[] => [
  ...new Set(pages.filter((page) => page.route.world === 'members').map(firstOf)),
];

const firstOf = ({ route, language }: PagePlace): string => `${prefixOf(language)}/${route.path.split('/')[1] ?? ''}`;

/** Addresses of public pages below one of those, with `:placeholders` and without an optional end. */
export const openBelowMembers = (pages: readonly PagePlace[]): string[] => {
  const area = membersPaths(pages);
  const open = pages.filter((page) => page.route.world === 'public' && area.includes(firstOf(page)));
  return [...new Set(open.map(({ route, language }) => prefixOf(language) + route.path.replace(/\/:\w+\?$/, '')))];
};
