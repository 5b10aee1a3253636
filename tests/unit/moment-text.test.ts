// Moments in mails: to the minute, by the clock of a place, which they name.
import { expect, test } from 'vitest';
import { momentText } from '#site/formats';
import { sites } from '../support/server.ts';

const winter = new Date('2026-03-02T09:05:37Z');
/** One kind of space: languages put different ones before the zone. */
const plain = (text: string): string => text.replace(/\s/g, ' ');

test.each([
  ['en-GB', 'Europe/Amsterdam', '2 March 2026 at 10:05 CET'],
  ['en-GB', 'Europe/London', '2 March 2026 at 09:05 GMT'],
  ['en-US', 'America/New_York', 'March 2, 2026 at 4:05 AM EST'],
  ['en-US', 'America/Los_Angeles', 'March 2, 2026 at 1:05 AM PST'],
  ['de-DE', 'Europe/Berlin', '2. März 2026 um 10:05 MEZ'],
])('CR54 AC16: %s in %s is %s', (tag, zone, text) => expect(plain(momentText(tag, winter, zone))).toBe(text));

test('CR54 AC16: no language of a site writes seconds, and each names the zone', () => {
  for (const { languages } of sites)
    for (const { tag } of languages)
      for (const zone of ['UTC', 'Europe/Warsaw', 'America/New_York']) {
        const text = momentText(tag, winter, zone);
        expect(text, `${tag} in ${zone}`).not.toMatch(/37/);
        expect(text, `${tag} in ${zone}`).toMatch(/[A-Z]{3}/);
      }
});
