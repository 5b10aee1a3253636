// The kerning table that faces are given: read back as browsers read it, pair by pair.
import { describe, expect, test } from 'vitest';
import { kerningTable } from '#scripts/art/kerning';

/** The distance a GPOS table with one lookup of pairs by class puts between two glyphs. */
function distance(table: readonly number[], left: number, right: number): number {
  const view = new DataView(Uint8Array.from(table).buffer);
  const u16 = (at: number): number => view.getUint16(at);
  const list = u16(8);
  const lookup = list + u16(list + 2);
  const pairs = lookup + u16(lookup + 6);
  const coverage = pairs + u16(pairs + 2);
  const covered = Array.from({ length: u16(coverage + 2) }, (_, at) => u16(coverage + 4 + 2 * at));
  if (!covered.includes(left)) return 0;
  const classOf = (table: number, glyph: number): number => u16(pairs + u16(pairs + table) + 6 + 2 * glyph);
  return view.getInt16(pairs + 16 + 2 * (classOf(8, left) * u16(pairs + 14) + classOf(10, right)));
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

  test('names the feature browsers ask for, and glyphs that behave alike share a row', () => {
    expect(Buffer.from(table).toString('latin1')).toContain('kern');
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
