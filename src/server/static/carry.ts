// Carries a visitor's traffic source from page to page for browsers without a script: in every link of ours and in the forms.
import { trackingIn } from '#domain/tracking';
import { fillValues } from './inject.ts';
import { attributeOf, eachTag, withAttribute } from './tags.ts';

/** The source named in an address's query; null when none is. */
export function carriedIn(search: string): Record<string, string> | null {
  const found: Record<string, string> = { ...trackingIn(new URLSearchParams(search)) };
  return Object.keys(found).length > 0 ? found : null;
}

/** The page with the source in its forms and behind its links to pages of ours. */
export function carry(html: string, tracking: Record<string, string>): string {
  const query = new URLSearchParams(tracking).toString();
  return eachTag(fillValues(html, tracking), 'a', 'href', (tag, href) => {
    if (!/^\/(?!\/|api\/)/.test(href) || attributeOf(tag, 'download') !== null) return tag;
    const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
    return withAttribute(tag, 'href', `${path}${path.includes('?') ? '&' : '?'}${query}${hash}`);
  });
}
