// The rules of signup: dates of birth, and the combinations of gender and orientation.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { soughtGenders } from '#contract/signup';
import { ageOn } from '#domain/age';
import { validateBirthDate, dayIn, isCalendarDate, birthDateFromParts } from '#domain/date-of-birth';
import { seeks } from '#domain/matching';
import { signupChoices, validateOrientation, sexualityOf } from '#domain/orientation';
import { figure } from '../support/server.ts';

const runs = { numRuns: figure(100_000, 3000), seed: 20261120 };

describe('dates of birth', () => {
  test('SG17: empty and too recent dates have one code, days that do not exist and short years their own', () => {
    for (const day of ['', '15-06-1990', '2030-01-01', '2021-02-29'])
      expect(validateBirthDate(day, '2026-11-20'), day).toBe('too_young');
    for (const day of ['2000-02-30', '1999-02-29', '1990-13-01', '1990-00-10', '1990-06-31', '0000-00-00'])
      expect(validateBirthDate(day, '2026-11-20'), day).toBe('no_such_date');
    for (const day of ['90-06-15', '199-06-15']) expect(validateBirthDate(day, '2026-11-20'), day).toBe('year_short');
    expect(validateBirthDate('2000-02-29', '2026-11-20')).toBe(null);
    expect(validateBirthDate('1926-11-21', '2026-11-20')).toBe(null);
    expect(validateBirthDate('1926-11-20', '2026-11-20')).toBe('out_of_range');
  });

  test('SG17 F11: the 18th birthday, and 29 February turns 18 on 1 March', () => {
    expect(validateBirthDate('2008-11-20', '2026-11-20')).toBe(null);
    expect(validateBirthDate('2008-11-21', '2026-11-20')).toBe('too_young');
    expect(validateBirthDate('2008-02-29', '2026-02-28')).toBe('too_young');
    expect(validateBirthDate('2008-02-29', '2026-03-01')).toBe(null);
  });

  test('SG18: three fields are one date, however they are written', () => {
    expect(birthDateFromParts({ birth_day: '5', birth_month: '6', birth_year: '1990' })).toBe('1990-06-05');
    expect(birthDateFromParts({ birth_day: ' 05 ', birth_month: '06', birth_year: '1990' })).toBe('1990-06-05');
    const bad = [
      {},
      { birth_day: '5', birth_month: '6' },
      { birth_day: 'x', birth_month: '6', birth_year: '1990' },
      { birth_day: '1', birth_month: '1', birth_year: '19990' },
    ];
    for (const parts of bad) expect(birthDateFromParts(parts)).toBe('');
    expect(birthDateFromParts({ birth_day: '1', birth_month: '1', birth_year: '90' })).toBe('90-01-01');
  });

  test('F11 DB15: no one under age joins, wherever they live and at any time', () => {
    const zones = {
      US: 'Pacific/Pago_Pago',
      CA: 'America/Vancouver',
      NL: 'Europe/Amsterdam',
      GB: 'Europe/London',
      NZ: 'Pacific/Auckland',
      ES: 'Atlantic/Canary',
      XX: 'Etc/GMT+12',
    } as const;
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    const country = fc.constantFrom(...(Object.keys(zones) as (keyof typeof zones)[]));
    fc.assert(
      fc.property(moment, country, fc.integer({ min: -400, max: 400 }), (now, where, days) => {
        const born = new Date(now.getTime() - 18 * 365.25 * 86_400_000 + days * 86_400_000).toISOString().slice(0, 10);
        if (validateBirthDate(born, dayIn(where, now)) !== null) return;
        const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zones[where] }).format(now);
        expect(ageOn(born, local)).toBeGreaterThanOrEqual(18);
      }),
      runs,
    );
  });

  test('F11: a valid day exists in the calendar, as the platform knows it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2100 }),
        fc.nat({ max: 13 }),
        fc.nat({ max: 32 }),
        (year, month, day) => {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const real = new Date(`${text}T00:00:00Z`);
          expect(isCalendarDate(text), text).toBe(!Number.isNaN(real.getTime()) && real.toISOString().startsWith(text));
        },
      ),
      runs,
    );
  });
});

describe('the gender looked for', () => {
  test('DB21: gender and the gender looked for give the sexuality that reads back as the same', () => {
    for (const gender of ['male', 'female'] as const)
      for (const sought of soughtGenders)
        expect(seeks({ gender, sexuality: sexualityOf(gender, sought) })).toEqual(
          sought === 'both' ? ['female', 'male'] : [sought],
        );
    expect([sexualityOf('male', 'male'), sexualityOf('female', 'female')]).toEqual(['gay', 'lesbian']);
  });

  test('DB21: a site takes only members it has room for', () => {
    const women = [
      { gender: 'female', sexuality: 'lesbian' },
      { gender: 'female', sexuality: 'bi' },
    ];
    expect(validateOrientation('female', 'female', women)).toBe(null);
    expect(validateOrientation('female', 'both', women)).toBe(null);
    expect(validateOrientation('female', 'male', women)).toEqual({ seeks: 'not_allowed' });
    expect(validateOrientation('male', 'female', women)).toEqual({ gender: 'not_allowed' });
    expect(signupChoices(women)).toEqual({
      genders: ['female'],
      seeks: [
        { value: 'female', of: ['female'] },
        { value: 'both', of: ['female'] },
      ],
    });
  });

  test('DB21: a form offers each gender only the genders it may look for', () => {
    const couples = [
      { gender: 'female', sexuality: 'hetero' },
      { gender: 'male', sexuality: 'hetero' },
      { gender: 'male', sexuality: 'bi' },
    ];
    expect(signupChoices(couples)).toEqual({
      genders: ['female', 'male'],
      seeks: [
        { value: 'female', of: ['male'] },
        { value: 'male', of: ['female'] },
        { value: 'both', of: ['male'] },
      ],
    });
  });
});
