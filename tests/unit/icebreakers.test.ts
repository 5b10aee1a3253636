// The opening lines of every brand and language.
import { expect, test } from 'vitest';
import { ICEBREAKERS } from '#domain/limits';
import { weightedLength } from '#domain/graphemes';
import { signsOf } from '#domain/scam-guard';
import { loadSites } from '#site/load';
import { translatorFor } from '#i18n/translator';

const sites = loadSites(process.cwd());
function linesOf(site: (typeof sites)[number], code: string): string[] {
  const { translate } = translatorFor(code, site.texts(code));
  return Array.from({ length: ICEBREAKERS }, (_, at) => translate(`icebreakers:line_${at + 1}`));
}

test('CH29: every brand has twelve different opening lines in every language, all short enough to send and none with a sign of a scam', () => {
  for (const site of sites)
    for (const { code } of site.languages) {
      const lines = linesOf(site, code);
      expect([code, new Set(lines).size]).toEqual([code, 12]);
      for (const line of lines) {
        expect(line).toMatch(/[?？!]$/);
        expect(weightedLength(line)).toBeLessThanOrEqual(120);
        expect([line, signsOf(line)]).toEqual([line, []]);
      }
    }
});

test('CH29: no two brands open with the same lines in any language', () => {
  for (const { code } of sites[0]?.languages ?? []) {
    const firsts = sites.flatMap((site) => linesOf(site, code).slice(0, 4));
    expect([code, new Set(firsts).size]).toEqual([code, firsts.length]);
  }
});
