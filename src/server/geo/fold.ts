// Normalizes place names for comparison: no case, accents or punctuation.
const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l', đ: 'd', œ: 'oe' };

/** `St. Pölten` and `saint polten` fold to the same text. Other scripts are unchanged. */
export function fold(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæøłđœ]/g, (letter) => letters[letter] ?? letter)
    .replace(/\bst\.?(?=\s)/g, 'saint')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
