// The rules of the scam guard, on both sides of each.
import { expect, test } from 'vitest';
import {
  bankWord,
  mayBother,
  scamScore,
  scamTopic,
  signsOf,
  type ScamSign,
  WAITING_SCORE,
  wordPatterns,
} from '#domain/scam-guard';
import { MONEY, MESSENGERS } from '#domain/scam-words';

const FOUND: readonly (readonly [string, readonly ScamSign[]])[] = [
  ['Can you send me money for the bus?', ['money']],
  ['Kannst du mir das Geld überweisen?', ['money']],
  ['Prête-moi un peu, s’il te plaît', ['money']],
  ['Potrzebuję pieniędzy na bilet', ['money']],
  ['Kan du låne mig 200?', ['money']],
  ['Buy B I T C O I N with me', ['money']],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ['wallet']],
  ['0x52908400098527886E0F7030069857D2E4169EE7 is mine', ['wallet']],
  ['nl91 abna 0417 1643 00', ['iban']],
  ['My account: DE89370400440532013000 thanks', ['iban']],
  ['Call me: +31 6 1234 5678', ['phone']],
  ['06-12345678', ['phone']],
  ['0171/1234567 ab sechs', ['phone']],
  ['Find me @elena_34', ['handle']],
  ['elena@example.org', ['handle']],
  ['I am on Telegram more', ['handle']],
  ['t e l e g r a m?', ['handle']],
  ['Look at https://bad.example/x', ['link']],
  ['my-photos.xyz', ['link']],
  ['t.me/elena', ['link']],
];
/** As numbers are written in each language. */
const NUMBERS: readonly (readonly [string, readonly string[]])[] = [
  ['da', ['22 33 44 55', '22.33.44.55', '22-33-44-55', '22334455', '+45 12.34.56.78', '+45 22 33 44 55']],
  ['de', ['0151 23456789', '0171/1234567', '+49 (151) 2345-6789']],
  ['en', ['07700 900123', '(212) 555-0123', '+1 212 555 0123']],
  ['es', ['612 34 56 78', '+34 612 345 678']],
  ['fi', ['040 123 4567', '+358 40 1234567']],
  [
    'fr',
    ['06.12.34.56.78', '06-12-34-56-78', '06 12 34 56 78', '+33 6.12.34.56.78', '06.10.11.12.13', '06. 12. 34. 56. 78'],
  ],
  ['it', ['347 123 4567', '+39 347.123.4567']],
  ['nb', ['912 34 567', '22 33 44 55', '91234567', '+47 912 34 567']],
  ['nl', ['06-12345678', '06-12 34 56 78', '06 12 34 56 78', '06.12.34.56.78']],
  ['pl', ['512 345 678', '512-345-678', '+48 512 345 678']],
  ['sv', ['070-123 45 67', '+46 70 123 45 67']],
];
const DATES = [
  '24.12.2026, 18.30',
  '24.12.2026 20:15 to 25.12.2026 18.30',
  '24.12.2026 kl. 18.30',
  '24.12.26',
  '05. 12. 2026 um 18.30-20.30',
  '12.12.26-14.12.26',
  '24/12-26 and 24/12-2026',
  '2026-12-24 20:15',
  '12/24/2026',
  '12-14.02.2026',
  '12.-14.02.2026',
  '10/12/2026-14/12/2026',
  '09.30-11.15',
  '20:15:30',
  '20261224 and 24122026',
  '2019-2023',
  'sold 30000000 times, to 12.345.678 people',
];
const HARMLESS = [
  'Good evening! How was your day?',
  'See you on 12.12.2026 at 20:15.',
  'Between 2019-2023 I lived in Rome, then 2 years in Oslo.',
  'I was born in 1987.So were you?',
  'We were 12 345 people at the concert.',
  'He invested a lot of time, and it paid off.',
  'I like tea, I am 34 and I have 2 cats.',
  'Wir sehen uns um 18.30 Uhr, ja?',
  'NL91 is the road to my village',
  'an @ sign alone',
  'Ik heb het druk deze week',
  'W piątek pracuję do późna.',
];

test('DE10 DB14: each sign is found, and nothing else', () => {
  for (const [text, signs] of FOUND) expect([text, signsOf(text)]).toEqual([text, signs]);
});

test('DE10: ordinary messages have no sign', () => {
  for (const text of HARMLESS) expect([text, signsOf(text)]).toEqual([text, []]);
});

test.each(NUMBERS)('DE10: numbers as they are written in %s are found', (_, numbers) => {
  for (const number of numbers)
    for (const text of [number, `Ring ${number}!`, `(${number})`])
      expect([text, signsOf(text)]).toEqual([text, ['phone']]);
});

test('DE10: dates, times and years are no numbers to call', () => {
  for (const date of DATES)
    for (const text of [date, `I go on ${date}.`]) expect([text, signsOf(text)]).toEqual([text, []]);
});

test('DE10: every word of the banks is found in a sentence', () => {
  for (const word of Object.values(MONEY).flat()) expect([word, scamTopic(`Oh, ${word} now`)]).toEqual([word, 'money']);
  for (const word of MESSENGERS) expect([word, scamTopic(`Oh, ${word} now`)]).toEqual([word, 'contact']);
});

test('DE10: the gravest topic is named; a number late in a conversation bothers no one', () => {
  expect(scamTopic('Send money to my PayPal, or call +31612345678')).toBe('money');
  expect(scamTopic('')).toBe(null);
  expect([mayBother('contact', 20), mayBother('contact', 21), mayBother('money', 500)]).toEqual([true, false, true]);
  expect(mayBother(null, 1)).toBe(false);
});

test('DE10: two signs, the number of an account, or one sign in words to many make a first message wait; one sign does not', () => {
  const waits = (signs: readonly ScamSign[], others = 0): boolean => scamScore(signs, others) >= WAITING_SCORE;
  for (const sign of ['money', 'phone', 'handle', 'link'] as const)
    expect([waits([sign]), waits([sign], 1), waits([sign], 2)]).toEqual([false, false, true]);
  expect([waits(['iban']), waits(['wallet']), waits(['money', 'link'])]).toEqual([true, true, true]);
  expect([waits([]), waits([], 99)]).toEqual([false, false]);
});

test('DE10: operators add words, as they may be written, and switch ours off', () => {
  const word = bankWord('  Zéllé   (now) ');
  expect(word).toBe('zelle (now)');
  const words = wordPatterns([
    { kind: 'money', word, is_off: false },
    { kind: 'contact', word: 'telegram', is_off: true },
  ]);
  expect(signsOf('ZELLE  (now), please', words)).toEqual(['money']);
  expect([signsOf('zelle now', words), signsOf('on Telegram', words)]).toEqual([[], []]);
  expect([signsOf('on Telegram'), signsOf('need money', words)]).toEqual([['handle'], ['money']]);
});

test('DE10: long and hostile texts take no time', () => {
  // The work of this thread, not the time in which others of the machine had their turn.
  const before = process.threadCpuUsage();
  for (const part of ['1 ', '1-', 'a.', '@a', 'a b ', 'DE89 ', '(1) ', 'a@a.', '1.1.'])
    signsOf(part.repeat(Math.ceil(4000 / part.length)));
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1000);
});
