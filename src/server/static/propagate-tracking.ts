// Propagates a visitor's traffic source from page to page for browsers without a script: in every link and form of ours.
import { type Tracking, trackingIn } from '#domain/tracking';
import { escapeHtml } from '#html/escape';
import { firstFields } from '../http/parse-pairs.ts';
import { fillValues } from './inject.ts';
import { attributeOf, eachTag, withAttribute } from '#html/tags';

/** The source named in an address's query; null when none is. */
export function trackingInQuery(search: string): Tracking | null {
  const found = trackingIn(new URLSearchParams(firstFields(search)));
  return Object.keys(found).length > 0 ? found : null;
}

/** The page with the source in its forms and behind its links to pages of ours. */
export function propagateTracking(html: string, tracking: Tracking): string {
  if (Object.keys(tracking).length === 0) return html;
  const query = new URLSearchParams(tracking).toString();
  const fields = Object.entries(tracking)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  // A form that asks for a page writes its own query, so it takes the source as fields.
  const withFields = eachTag(fillValues(html, tracking), 'form', 'action', (tag, action) =>
    /^\/(?!\/|api\/)/.test(action) && attributeOf(tag, 'method') === null ? tag + fields : tag,
  );
  return eachTag(withFields, 'a', 'href', (tag, href) => {
    const isOurs = /^\/(?!\/|api\/)/.test(href) && attributeOf(tag, 'download') === null;
    return isOurs ? withQuery(tag, href, query) : tag;
  });
}

/** A link's tag with more in its query; `href` as it is written there. */
export function withQuery(tag: string, href: string, query: string): string {
  const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(href.replaceAll(/&(?:#38|amp);/g, '&')) ?? [];
  return withAttribute(tag, 'href', `${path}${path.includes('?') ? '&' : '?'}${query}${hash}`);
}
