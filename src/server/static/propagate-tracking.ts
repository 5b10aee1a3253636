// Propagates the traffic source in links and forms, for browsers without JavaScript.
import { type Tracking, trackingIn } from '#domain/tracking';
import { escapeHtml } from '#html/escape';
import { firstFields } from '../http/parse-pairs.ts';
import { fillValues } from './inject.ts';
import { attributeOf, eachTag, withAttribute } from '#html/tags';

/** The traffic source in a query; null without one. */
export function trackingInQuery(search: string): Tracking | null {
  const tracking = trackingIn(new URLSearchParams(firstFields(search)));
  return Object.keys(tracking).length > 0 ? tracking : null;
}

/** The page with the traffic source in its forms and internal links. */
export function propagateTracking(html: string, tracking: Tracking): string {
  if (Object.keys(tracking).length === 0) return html;
  const query = new URLSearchParams(tracking).toString();
  const fields = Object.entries(tracking)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  // A GET form replaces the query, so it needs hidden fields.
  const withFields = eachTag(fillValues(html, tracking), 'form', 'action', (tag, action) =>
    /^\/(?!\/|api\/)/.test(action) && attributeOf(tag, 'method') === null ? tag + fields : tag,
  );
  return eachTag(withFields, 'a', 'href', (tag, href) => {
    const isOurs = /^\/(?!\/|api\/)/.test(href) && attributeOf(tag, 'download') === null;
    return isOurs ? withQuery(tag, href, query) : tag;
  });
}

/** A link's tag with parameters added to its query; `href` is the raw attribute. */
export function withQuery(tag: string, href: string, query: string): string {
  const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(href.replaceAll(/&(?:#38|amp);/g, '&')) ?? [];
  return withAttribute(tag, 'href', `${path}${path.includes('?') ? '&' : '?'}${query}${hash}`);
}
