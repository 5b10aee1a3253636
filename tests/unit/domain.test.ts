// Ages by the calendar, orientation both ways, languages and phone numbers.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageOn, birthDatesFor, defaultAges } from '#domain/age';
import { choiceQuery, dateTag, languageOf, redirectLanguage } from '#domain/languages';
import { seeks, whoSeeks } from '#domain/matching';
import { normalizePhone } from '#domain/phone';
import { waitText } from '#domain/wait-text';

test('I4: the time of the next try is in the reader’s language', () => {
  expect([0, 36, 60, 3541, 7200].map((seconds) => waitText(seconds, 'en'))).toEqual([
    'in 1 second',
    'in 36 seconds',
    'in 1 minute',
    'in 60 minutes',
    'in 2 hours',
  ]);
  expect(['de', 'fi', 'nb', 'pl', 'xx'].map((language) => waitText(720, language))).toEqual([
    'in 12 Minuten',
    '12 minuutin päästä',
    'om 12 minutter',
    'za 12 minut',
    'over 12 minuten',
  ]);
});

describe('age', () => {
  test('a member born on 29 February turns a year older on 1 March', () => {
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17);
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18);
    expect(ageOn('2008-02-29', '2028-02-29')).toBe(20);
  });

  test('the birth dates of a search are exactly those whose age is in range', () => {
    const day = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const birth = fc
      .date({ min: new Date('1920-01-01'), max: new Date('2010-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        day,
        birth,
        fc.integer({ min: 18, max: 60 }),
        fc.integer({ min: 0, max: 39 }),
        (today, born, min, width) => {
          const { after, until } = birthDatesFor(min, min + width, today);
          const age = ageOn(born, today);
          expect(born > after && born <= until).toBe(age >= min && age <= min + width);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('default ages stay within 18 and 99', () => {
    const anybody = { min: 18, max: 99 };
    expect(defaultAges(20, anybody)).toEqual({ min: 18, max: 30 });
    expect(defaultAges(95, anybody)).toEqual({ min: 85, max: 99 });
  });

  test('ME1: default ages start at the nearest age that the site serves', () => {
    const ages = { min: 55, max: 80 };
    expect(defaultAges(38, ages)).toEqual({ min: 45, max: 65 });
    expect(defaultAges(60, ages)).toEqual({ min: 50, max: 70 });
    expect(defaultAges(95, ages)).toEqual({ min: 70, max: 90 });
  });
});

describe('matching', () => {
  test('ME16: mutual orientation by gender and sexuality', () => {
    expect(seeks({ gender: 'male', sexuality: 'hetero' })).toEqual(['female']);
    expect(seeks({ gender: 'female', sexuality: 'hetero' })).toEqual(['male']);
    expect(seeks({ gender: 'male', sexuality: 'gay' })).toEqual(['male']);
    expect(seeks({ gender: 'female', sexuality: 'lesbian' })).toEqual(['female']);
    expect(seeks({ gender: 'female', sexuality: 'gay' })).toEqual(['female']);
    expect(seeks({ gender: 'male', sexuality: 'bi' })).toEqual(['female', 'male']);
    expect(seeks({ gender: 'other', sexuality: 'bi' })).toBeNull();
    expect(seeks({ gender: 'male', sexuality: 'lesbian' })).toBeNull();
  });

  test('whoSeeks lists exactly the pairs whose orientation fits', () => {
    for (const gender of ['male', 'female']) {
      for (const one of ['male', 'female']) {
        for (const sexuality of ['hetero', 'gay', 'lesbian', 'bi']) {
          const isListed = whoSeeks(gender).some((pair) => pair.gender === one && pair.sexuality === sexuality);
          const wanted = seeks({ gender: one, sexuality });
          expect(isListed).toBe(!wanted || wanted.some((each) => each === gender));
        }
      }
    }
  });
});

describe('languages', () => {
  const spoken = ['en', 'nb', 'nl'];
  test('SI4 SI5 SI6: the cookie takes precedence over the domain, and English has no prefix', () => {
    expect(redirectLanguage('nl', 'en', spoken)).toBe('nl');
    expect(redirectLanguage('en', 'nl', spoken)).toBeNull();
    expect(redirectLanguage(null, 'nl-BE', spoken)).toBe('nl');
    expect(redirectLanguage(null, 'en', spoken)).toBeNull();
    expect(redirectLanguage('xx', 'en', spoken)).toBeNull();
    expect(languageOf('no', spoken)).toBe('nb');
  });

  test('SI5 SI6: only a link to the default language states its choice, and only where the domain has another', () => {
    expect(choiceQuery('en', 'nl-BE', spoken)).toBe('?locale=en');
    expect(choiceQuery('nl', 'nl-BE', spoken)).toBe('');
    expect(choiceQuery('en', 'en', spoken)).toBe('');
    expect(choiceQuery('en', 'xx', spoken)).toBe('');
  });

  test('SI7: dates follow the language, and Dutch where it has no date format', () => {
    expect(dateTag('fi-FI')).toBe('fi-FI');
    expect(dateTag('zxx')).toBe('nl-NL');
  });
});

test('SI27: the support phone is dialled without hyphens and spaces', () => {
  expect(normalizePhone('+31 20 - 808 00 11')).toBe('+31208080011');
});
