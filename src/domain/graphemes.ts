// Texts counted and cut as people see them: by graphemes, so that a family emoji is one sign (decisions A).

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** How many signs a reader sees in `text`. */
export function graphemes(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** The first `most` signs of `text`. */
export function firstGraphemes(text: string, most: number): string {
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === most) return text.slice(0, index);
    count += 1;
  }
  return text;
}
