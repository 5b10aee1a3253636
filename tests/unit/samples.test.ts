// The draws of an ordinary run: as many as asked, in their order, and the same again for the same seed.
import { expect, test } from 'vitest';
import { sampleFrom } from '#tests/support/samples';

const all = Array.from({ length: 11 }, (_, at) => at);
const names = all.map((at) => `draw ${at}`);

test('a draw has as many as asked, in their order, and is the same for the same seed and name', () => {
  const draws = names.map((name) => sampleFrom('7', name, all, 3));
  for (const draw of draws) {
    expect(new Set(draw).size).toBe(3);
    expect(draw).toEqual(draw.toSorted((a, b) => a - b));
  }
  expect(names.map((name) => sampleFrom('7', name, all, 3))).toEqual(draws);
  expect(names.map((name) => sampleFrom('8', name, all, 3))).not.toEqual(draws);
  expect(new Set(draws.map(String)).size).toBeGreaterThan(1);
  expect(new Set(draws.flat()).size).toBeGreaterThan(8);
});

test('where fewer are there than asked, all are drawn', () => {
  expect(sampleFrom('7', 'few', all, 20)).toEqual(all);
});
