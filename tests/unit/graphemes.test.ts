// Texts in graphemes: length, blankness, and browsers without a segmenter.
import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { firstGraphemes, graphemes, hasPiledMarks, isBlank, signs } from '#domain/graphemes';

const BLANK = [
  ...['', ' ', '\n\t', '\u200b', '\u2066\u2069', '\u3164', '\u115f\u1160', '\u2800', '\uffa0', '\u034f', '\ufe0f'],
  ...['\u17b4', '\u0301', '\u20dd', '\u00a0\u3000', '\u{e0061}', '\u{1d159}', '\u180e', '\u2028'],
];

describe('graphemes', () => {
  test('the length of a text is its number of graphemes, unless few of them have many code points', () => {
    expect([signs('abc'), signs('👩‍👩‍👧'), signs('e\u0301')]).toEqual([3, 2, 1]);
    expect(signs(`a${'\u0301'.repeat(40_000)}`)).toBe(10_001);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(signs(text)).toBeGreaterThanOrEqual(graphemes(text));
        expect(signs(text)).toBeGreaterThanOrEqual([...text].length / 4);
        expect(signs(text)).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test('invisible text is blank, at any length', () => {
    for (const text of BLANK) expect([text, isBlank(text)]).toEqual([text, true]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...BLANK)), (parts) => {
        expect(isBlank(parts.join(''))).toBe(true);
        expect(isBlank([...parts, 'x'].join(''))).toBe(false);
      }),
    );
  });

  test('letters, digits, signs and emoji are not blank', () => {
    for (const text of ['a', '1', '.', '¿', '👍', '❤️', '🇳🇱', '1️⃣', 'ี่ก', '…', '\u{1faea}', 'ᄀ'])
      expect([text, isBlank(text)]).toEqual([text, false]);
  });

  test('nine marks in a row are piled up, also with joiners between them', () => {
    expect([hasPiledMarks(`a${'\u0301'.repeat(8)}`), hasPiledMarks(`a${'\u0301'.repeat(9)}`)]).toEqual([false, true]);
    expect(hasPiledMarks(`a${'\u0301\u200d'.repeat(9)}`)).toBe(true);
  });
});

describe('without Intl.Segmenter', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test('code points are counted and cut', async () => {
    vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
    vi.resetModules();
    const old = await import('#domain/graphemes');
    expect([old.graphemes('a😀b'), old.graphemes('e\u0301')]).toEqual([3, 2]);
    expect([old.firstGraphemes('a😀b', 2), old.firstGraphemes('ab', 5)]).toEqual(['a😀', 'ab']);
    expect(firstGraphemes('👩‍👩‍👧b', 1)).toBe('👩‍👩‍👧');
  });
});
