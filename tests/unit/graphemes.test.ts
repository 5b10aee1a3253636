// Texts in graphemes: length, blankness, and browsers without a segmenter.
import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { firstGraphemes, countGraphemes, hasStackedMarks, isBlank, weightedLength } from '#domain/graphemes';

const BLANK = [
  ...['', ' ', '\n\t', '\u200b', '\u2066\u2069', '\u3164', '\u115f\u1160', '\u2800', '\uffa0', '\u034f', '\ufe0f'],
  ...['\u17b4', '\u0301', '\u20dd', '\u00a0\u3000', '\u{e0061}', '\u{1d159}', '\u180e', '\u2028'],
];

describe('signs', () => {
  test('a text is as long as its graphemes, unless few of them carry much', () => {
    expect([weightedLength('abc'), weightedLength('👩‍👩‍👧'), weightedLength('e\u0301')]).toEqual([3, 2, 1]);
    expect(weightedLength(`a${'\u0301'.repeat(40_000)}`)).toBe(10_001);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(weightedLength(text)).toBeGreaterThanOrEqual(countGraphemes(text));
        expect(weightedLength(text)).toBeGreaterThanOrEqual([...text].length / 4);
        expect(weightedLength(text)).toBeLessThanOrEqual(text.length);
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
    expect([hasStackedMarks(`a${'\u0301'.repeat(8)}`), hasStackedMarks(`a${'\u0301'.repeat(9)}`)]).toEqual([
      false,
      true,
    ]);
    expect(hasStackedMarks(`a${'\u0301\u200d'.repeat(9)}`)).toBe(true);
    // A Hangul filler is a letter that is not seen.
    expect(hasStackedMarks(`a${'\u0301\u3164'.repeat(9)}`)).toBe(true);
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
    expect([old.countGraphemes('a😀b'), old.countGraphemes('e\u0301')]).toEqual([3, 2]);
    expect([old.firstGraphemes('a😀b', 2), old.firstGraphemes('ab', 5)]).toEqual(['a😀', 'ab']);
    expect(firstGraphemes('👩‍👩‍👧b', 1)).toBe('👩‍👩‍👧');
  });
});
