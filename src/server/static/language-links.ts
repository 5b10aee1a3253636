// The links of a page to its other languages, with what only the page's address or form knows.
import { attributeOf, eachTag } from '#html/tags';
import { localizeAddress } from '../http/language-cookie.ts';
import { withQuery } from './propagate-tracking.ts';

export interface AddressValues {
  /** The token of a mailed link. */
  readonly token?: string | undefined;
  /** Where a login leads. */
  readonly to?: string | undefined;
  /** Set once the address of a new member is confirmed. */
  readonly confirmed?: string | undefined;
}

export function fillLanguageLinks(html: string, { to, ...values }: AddressValues, codes: readonly string[]): string {
  const kept = Object.entries(values).filter(([, value]) => value) as [string, string][];
  if (kept.length === 0 && !to) return html;
  return eachTag(html, 'a', 'data-language', (tag, language) => {
    const all = to ? [...kept, ['to', localizeAddress(to, language, codes)]] : kept;
    return withQuery(tag, attributeOf(tag, 'href') ?? '', new URLSearchParams(all).toString());
  });
}
