// The kerning table that faces are given: read back as browsers read it, pair by pair.
import { describe, expect, test } from 'vitest';
import { kerningTable } from '#scripts/art/kerning';

/** The distance a GPOS table puts between two glyphs for text in any script, read from its header on as OpenType has it. */
function distance(table: readonly number[], left: number, right: number): number {
  const view = new DataView(Uint8Array.from(table).buffer);
  const u16 = (at: number): number => view.getUint16(at);
  const tag = (at: number): string => String.fromCharCode(...table.slice(at, at + 4));
  const words = (at: number, count: number): number[] => Array.from({ length: count }, (_, step) => u16(at + 2 * step));
  expect(words(0, 2)).toEqual([1, 0]);
  const [scripts = 0, features = 0, lookups = 0] = words(4, 3);
  expect([u16(scripts), tag(scripts + 2)]).toEqual([1, 'DFLT']);
  const script = scripts + u16(scripts + 6);
  const [, , used, number = 9] = words(script + u16(script), 4);
  expect(used).toBe(1);
  const record = features + 2 + 6 * number;
  expect(tag(record)).toBe('kern');
  const [, count, which = 9] = words(features + u16(record + 4), 3);
  expect(count).toBe(1);
  const lookup = lookups + u16(lookups + 2 + 2 * which);
  const [type, flag, parts, part = 0] = words(lookup, 4);
  const pairs = lookup + part;
  const [format, coverage = 0, first, second, lefts = 0, rights = 0, rows = 0, columns = 0] = words(pairs, 8);
  // Pairs by class; the advance of the first glyph alone is changed.
  expect([type, flag, parts, format, first, second]).toEqual([2, 0, 1, 2, 4, 0]);
  const classOf = (at: number, glyph: number, below: number): number => {
    const [kind, start, glyphs = 0] = words(pairs + at, 3);
    expect([kind, start, glyph < glyphs]).toEqual([1, 0, true]);
    const found = u16(pairs + at + 6 + 2 * glyph);
    expect(found).toBeLessThan(below);
    return found;
  };
  const [listed, covered = 0] = words(pairs + coverage, 2);
  expect(listed).toBe(1);
  if (!words(pairs + coverage + 4, covered).includes(left)) return 0;
  return view.getInt16(pairs + 16 + 2 * (classOf(lefts, left, rows) * columns + classOf(rights, right, columns)));
}

describe('kerning', () => {
  const glyphs = ['.notdef', 'A', 'À', 'V', 'o'];
  const distances = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, -82, 5],
    [0, 0, 0, -82, 5],
    [0, -80, -80, 0, -47],
    [0, 0, 0, 0, 0],
  ];
  const table = kerningTable(distances, 1000);

  test('pairs keep their distance to a step of sixteen thousandths of an em; what nobody sees is gone', () => {
    const read = glyphs.map((_, left) => glyphs.map((__, right) => distance(table, left, right)));
    expect(read).toEqual([
      [0, 0, 0, 0, 0],
      [0, 0, 0, -80, 0],
      [0, 0, 0, -80, 0],
      [0, -80, -80, 0, -48],
      [0, 0, 0, 0, 0],
    ]);
  });

  test('glyphs that behave alike share a row and a column', () => {
    const wider = kerningTable(spread(distances), 1000);
    // Every further A costs its two places in the lists of classes and one in the coverage.
    expect(wider.length - table.length).toBe(3 * 2);
  });
});

/** The same face with one more A. */
function spread(rows: readonly (readonly number[])[]): number[][] {
  const wide = rows.map((row) => [...row, row[1] ?? 0]);
  return [...wide, wide[1] ?? []];
}
