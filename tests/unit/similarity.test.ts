// How similar members are ranked, and the three facts that say why.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Comparable, likenessOf, rankByLikeness } from '#domain/similarity';

const blank: Comparable = {
  age: 30,
  region: null,
  city: null,
  interests: [],
  relationship_status: null,
  body_type: null,
};
const person = (facts: Partial<Comparable>): Comparable => ({ ...blank, ...facts });
const some: fc.Arbitrary<Comparable> = fc.record({
  age: fc.integer({ min: 18, max: 99 }),
  region: fc.constantFrom('NL-UT', 'NL-NH', null),
  city: fc.constantFrom('Utrecht', 'Amsterdam', null),
  interests: fc.uniqueArray(fc.constantFrom('art', 'books', 'yoga', 'dogs', 'film')),
  relationship_status: fc.constantFrom('single', 'divorced', null),
  body_type: fc.constantFrom('slim', 'full', null),
});

describe('similarity', () => {
  test('ME9: three reasons, the strongest first, with no more than two interests', () => {
    const facts = {
      region: 'NL-UT',
      city: 'Utrecht',
      interests: ['art', 'books', 'yoga'],
      relationship_status: 'single',
      body_type: 'slim',
    };
    expect(likenessOf(person(facts), person(facts)).reasons).toEqual([
      { fact: 'city', value: 'Utrecht' },
      { fact: 'interest', value: 'art' },
      { fact: 'interest', value: 'books' },
    ]);
    const { reasons } = likenessOf(person({ ...facts, city: null }), person({ ...facts, city: 'Utrecht' }));
    expect(reasons.map(({ fact }) => fact)).toEqual(['interest', 'interest', 'age']);
  });

  test('ME9: what neither gave is nothing in common, and a town of another region is another town', () => {
    expect(likenessOf(blank, person({ age: 34 }))).toEqual({ score: 0, reasons: [] });
    const [here, there] = ['US-IL', 'US-MA'].map((region) => person({ region, city: 'Springfield', age: 34 }));
    expect(likenessOf(person({ region: 'US-IL', city: 'Springfield' }), here ?? blank).reasons).toHaveLength(1);
    expect(likenessOf(person({ region: 'US-IL', city: 'Springfield' }), there ?? blank).reasons).toEqual([]);
  });

  test('ME9: the same age is at most three years away', () => {
    const facts = (age: number) => likenessOf(blank, person({ age })).reasons;
    expect([27, 30, 33].map((age) => facts(age).length)).toEqual([1, 1, 1]);
    expect([26, 34].map((age) => facts(age).length)).toEqual([0, 0]);
  });

  test('ME9: likeness is mutual, each reason is true of both, and a ranking never falls', () => {
    fc.assert(
      fc.property(some, fc.array(some), (one, others) => {
        const ranked = rankByLikeness(one, others);
        const scores = ranked.map(({ member }) => likenessOf(one, member).score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        expect(ranked).toHaveLength(others.filter((other) => likenessOf(one, other).score > 0).length);
        for (const other of others) {
          const { score, reasons } = likenessOf(one, other);
          expect(likenessOf(other, one).score).toBe(score);
          expect(reasons.length).toBeLessThanOrEqual(3);
          expect(reasons.length > 0).toBe(score > 0);
          for (const { fact, value } of reasons) {
            if (fact === 'interest')
              expect(one.interests.includes(value) && other.interests.includes(value)).toBe(true);
            else if (fact !== 'age') expect([one[fact], other[fact]]).toEqual([value, value]);
          }
        }
      }),
    );
  });
});
