// Texts counted, cut and judged as people see them: by graphemes, so that a family emoji is one sign (decisions A).

/** Some browsers in use cannot find graphemes (Firefox before 125); there a sign is a code point. */
const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

/** Where each sign of `text` begins, in UTF-16 units. */
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

/** How many signs a reader sees in `text`. */
export function countGraphemes(text: string): number {
  let count = 0;
  for (const _ of graphemeStarts(text)) count += 1;
  return count;
}

/** The first `most` signs of `text`. */
export function firstGraphemes(text: string, max: number): string {
  let count = 0;
  for (const index of graphemeStarts(text)) {
    if (count === max) return text.slice(0, index);
    count += 1;
  }
  return text;
}

/** Code points that a sign of a text may have on average, so that few signs cannot carry much. */
const CODE_POINTS_PER_GRAPHEME = 4;

/** Length of a text against a limit of signs: its graphemes, or a quarter of its code points where that is more. */
export function weightedLength(text: string): number {
  let codePoints = 0;
  for (const _ of text) codePoints += 1;
  return Math.max(countGraphemes(text), Math.ceil(codePoints / CODE_POINTS_PER_GRAPHEME));
}

/** U+2800 is an empty braille pattern, U+1D159 a note without ink; letters that fill a place are default ignorable. */
const VISIBLE_CHARACTER = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** Whether a reader sees nothing in `text`: spaces, blank letters, marks without a letter. */
export const isBlank = (text: string): boolean => !VISIBLE_CHARACTER.test(text);

/** Most combining marks in a row: scripts and emoji need fewer, and more are drawn over the lines around. */
const STACKED_MARKS = /(?:\p{M}\p{Cf}*){9}/u;

/** Whether so many marks are piled up on one letter that no language needs them. */
export const hasStackedMarks = (text: string): boolean => STACKED_MARKS.test(text);
