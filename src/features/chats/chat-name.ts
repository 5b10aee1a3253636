// Finds conversations by the name of the member.

/** Lower case in any language, without accents; two letters with a stroke are no letter with an accent. */
const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l').replaceAll('ø', 'o');

/** Whether the name contains what is wanted; capitals and accents do not count. */
export const isNamed = (name: string, wanted: string): boolean => plain(name).includes(plain(wanted.trim()));

/** From this many conversations on, the list can be searched. */
const SEARCH_FROM = 6;

/** A search can always be ended, however few conversations are left. */
export const isSearchable = (count: number, wanted: string): boolean => count >= SEARCH_FROM || wanted !== '';
