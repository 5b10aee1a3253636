// The opening lines of every brand and language.
import { expect, test } from 'vitest';
import { ICEBREAKERS } from '#domain/limits';
import { weightedLength } from '#domain/graphemes';
import { loadSites } from '#site/load';
import { translatorFor } from '#i18n/translator';

test('CH29: every brand has twelve different opening lines in every language, all short enough to send', () => {
  for (const site of loadSites(process.cwd()))
    for (const { code } of site.languages) {
      const { translate } = translatorFor(code, site.texts(code));
      const lines = Array.from({ length: ICEBREAKERS }, (_, at) => translate(`icebreakers:line_${at + 1}`));
      expect([code, new Set(lines).size]).toEqual([code, 12]);
      for (const line of lines) {
        expect(line).toMatch(/[?？!]$/);
        expect(weightedLength(line)).toBeLessThanOrEqual(120);
      }
    }
});
