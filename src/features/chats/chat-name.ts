// Finds conversations by the name of the member.

/** Lower case, without accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether the name contains what is wanted; capitals and accents do not count. */
export const isNamed = (name: string, wanted: string): boolean => plain(name).includes(plain(wanted.trim()));
