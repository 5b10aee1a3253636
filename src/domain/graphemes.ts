// Measures and truncates texts by graphemes, so that a family emoji counts as one (decisions A-message).

/** Firefox before 125 has no Intl.Segmenter; there, each code point counts as a grapheme. */
const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

/** Start index of each grapheme of `text` in UTF-16 units. */
function* graphemeStarts(text: string): Generator<number> {
  if (segmenter) {
    for (const { index } of segmenter.segment(text)) yield index;
    return;
  }
  let index = 0;
  for (const point of text) {
    yield index;
    index += point.length;
  }
}

/** The number of graphemes in `text`. */
export function countGraphemes(text: string): number {
  let count = 0;
  for (const _ of graphemeStarts(text)) count += 1;
  return count;
}

/** The first `max` graphemes of `text`. */
export function firstGraphemes(text: string, max: number): string {
  let count = 0;
  for (const index of graphemeStarts(text)) {
    if (count === max) return text.slice(0, index);
    count += 1;
  }
  return text;
}

/** Average number of code points allowed per grapheme, so that a short text cannot hide a large one. */
const CODE_POINTS_PER_GRAPHEME = 4;

/** Length of a text for limits: its graphemes, or a quarter of its code points if that is more. */
export function weightedLength(text: string): number {
  let codePoints = 0;
  for (const _ of text) codePoints += 1;
  return Math.max(countGraphemes(text), Math.ceil(codePoints / CODE_POINTS_PER_GRAPHEME));
}

/** U+2800 is an empty braille pattern, U+1D159 an invisible note head; Hangul fillers are default ignorable. */
const VISIBLE_CHARACTER = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** Whether `text` has no visible character: only spaces, invisible letters or marks without a letter. */
export const isBlank = (text: string): boolean => !VISIBLE_CHARACTER.test(text);

/** Nine combining marks with nothing to be seen between them: no script or emoji needs as many, and they overlap adjacent lines. */
const STACKED_MARKS = /(?:\p{M}[[\p{Cf}\p{Default_Ignorable_Code_Point}]--\p{M}]*){9}/v;

/** Whether a letter carries more combining marks than any language needs. */
export const hasStackedMarks = (text: string): boolean => STACKED_MARKS.test(text);
