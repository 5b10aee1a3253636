// The rules of free texts: length, and normalization.
import { describe, expect, test } from 'vitest';
import { validateAbout, tidyText } from '#domain/validation';

describe('texts', () => {
  test('C: 1000 graphemes fit, one more does not', () => {
    for (const sign of ['a', 'é', '👩‍👩‍👧', '🇳🇱', 'e\u0301']) {
      expect(validateAbout(sign.repeat(Math.min(1000, Math.floor(10_000 / sign.length)))), sign).toBe(null);
      expect(validateAbout(sign.repeat(1001)), sign).toBe('too_long');
    }
    expect(validateAbout('')).toBe(null);
  });

  test('C: marks piled up on one letter are refused, those of languages and emoji are not', () => {
    expect(validateAbout(`a${'\u0301'.repeat(9)}`)).toBe('too_many_marks');
    expect(validateAbout(`a${'\u0301\u200d'.repeat(9)}`)).toBe('too_many_marks');
    for (const text of ['a\u0301\u0323', 'บ้านที่', 'क्षत्रिय', 'בְּרֵאשִׁ֖ית', '👩🏽‍❤️‍💋‍👨🏿', '1️⃣', 'ཧཱུྃ'])
      expect(validateAbout(text), text).toBe(null);
  });

  test('C: a text is stored without control characters and surrounding blanks', () => {
    expect(tidyText('  Hello\r\nthere\u0007\n\n\n\nyou \t')).toBe('Hello\nthere\n\nyou');
  });
});
