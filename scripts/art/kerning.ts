// Writes a face's kerning anew without what nobody sees at a heading's size: a few kilobytes less of a face.

/** Thousandths of an em. Pairs nearer than half of it to their usual place stay there, the others move in steps of it. */
const STEP = 16;
/** A distance follows a pair's first glyph only, and is one number: its advance. */
const X_ADVANCE = 4;

type Rows = readonly (readonly number[])[];
type Classes = { of: readonly number[]; first: readonly number[] };

/** The OpenType table GPOS with one feature, kern. `distances[left][right]`, by glyph numbers, in units of the face. */
export function kerningTable(distances: Rows, unitsPerEm: number): number[] {
  const step = (STEP * unitsPerEm) / 1000;
  const kept = distances.map((row) => row.map((distance) => Math.round(Math.round(distance / step) * step)));
  const lefts = classesOf(kept);
  const rights = classesOf(kept.map((_, at) => kept.map((row) => row[at] ?? 0)));
  const matrix = words(...lefts.first.flatMap((left) => rights.first.map((right) => kept[left]?.[right] ?? 0)));
  const moving = lefts.of.flatMap((of, glyph) => (of > 0 ? [glyph] : []));
  const parts = [matrix, words(1, moving.length, ...moving), ...[lefts, rights].map(classTable)];
  const [, coverage = 0, left = 0, right = 0] = placesOf(parts, 16);
  if (right > 0xffff) throw new Error('The kerning has too many classes for one table: enlarge STEP.');
  return [
    ...FRAME,
    ...words(2, coverage, X_ADVANCE, 0, left, right, lefts.first.length, rights.first.length),
    ...parts.flat(),
  ];
}

/** Glyphs with like distances share a class, and its first speaks for it; class 0 moves nothing. */
function classesOf(rows: Rows): Classes {
  const still = rows.findIndex((row) => row.every((distance) => distance === 0));
  const first = [still];
  const known = new Map([[rows[still]?.join(), 0]]);
  const of = rows.map((row, glyph) => {
    const key = row.join();
    const number = known.get(key) ?? first.push(glyph) - 1;
    known.set(key, number);
    return number;
  });
  return { of, first };
}

const classTable = ({ of }: Classes): number[] => words(1, 0, of.length, ...of);

/** Where each part begins when they follow each other, the first at `from`. */
function placesOf(parts: Rows, from: number): number[] {
  let at = from;
  return parts.map(({ length }) => (at += length) - length);
}

const words = (...values: number[]): number[] => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
const tag = (name: string): number[] => [...Buffer.from(name, 'latin1')];

/** What stands around the pairs: version 1.0; one script of any language; one feature; one lookup with one part. */
const FRAME: readonly number[] = [
  ...words(1, 0, 10, 30, 44),
  ...[...words(1), ...tag('DFLT'), ...words(8, 4, 0, 0, 0xffff, 1, 0)],
  ...[...words(1), ...tag('kern'), ...words(8, 0, 1, 0)],
  ...words(1, 4, 2, 0, 1, 8),
];
