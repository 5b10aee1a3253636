// The ranking of the match finder: reasons, points and their order.
import { expect, test } from 'vitest';
import { FINDER_TIMES, finderQuestions, type FinderAnswers } from '#contract/finder';
import { agesAskedFor, type Candidate, FINDER_POINTS, INTERESTS_OF, rankFits, type Seeker } from '#domain/finder';
import { interests } from '#domain/interests';
import { translatorFor } from '#i18n/translator';
import { loadSites, type Site } from '#site/load';

const [site] = loadSites(process.cwd()) as [Site];

const seeker = (answers: FinderAnswers, own: Partial<Seeker> = {}): Seeker => ({
  ...{ answers, age: 40, region: 'NL-UT', interests: ['books', 'wine', 'hiking', 'jazz'] },
  ...own,
});
const other = (id: string, own: Partial<Candidate> = {}): Candidate => ({
  ...{ id, age: 60, region: 'NL-GR', interests: [], answers: null },
  ...own,
});
const rank = (answers: FinderAnswers, candidates: readonly Candidate[], own: Partial<Seeker> = {}) =>
  rankFits(seeker(answers, own), candidates);

test('ME27: each reason counts by itself, and without one a member is not shown', () => {
  const answers: FinderAnswers = {
    hope: 'dates',
    place: 'region',
    ages: 'near',
    time: ['food'],
    pace: 'daily',
    meeting: 'walk',
  };
  const cases: [Partial<Candidate>, object][] = [
    [{ answers: { hope: 'dates' } }, { reasons: ['hope'], points: 4 }],
    [{ region: 'NL-UT' }, { reasons: ['place'], points: 3 }],
    [{ age: 45 }, { reasons: ['ages'], points: 2 }],
    [
      { interests: ['books', 'wine', 'golf'] },
      { reasons: ['interests'], points: 4, shared: ['books', 'wine'], enjoys: [] },
    ],
    [{ interests: ['coffee', 'cooking'] }, { reasons: ['time'], points: 2, shared: [], enjoys: ['coffee', 'cooking'] }],
    [{ answers: { pace: 'daily' } }, { reasons: ['pace'], points: 2 }],
    [{ answers: { meeting: 'walk' } }, { reasons: ['meeting'], points: 1 }],
  ];
  for (const [candidate, fit] of cases) expect(rank(answers, [other('a', candidate)])).toMatchObject([fit]);
  expect(rank(answers, [other('a'), other('b', { age: 46, answers: { hope: 'friendship', pace: null } })])).toEqual([]);
});

test('ME27: skipped questions give no reason, not even to those who skipped them too', () => {
  const skipped = { hope: null, place: null, ages: null, time: null, pace: null, meeting: null, matters: null };
  expect(rank(skipped, [other('a', { region: 'NL-UT', age: 40, answers: skipped })])).toEqual([]);
  expect(rank({}, [other('a', { region: 'NL-UT', age: 40, answers: {} })])).toEqual([]);
  expect(rank({ place: 'country', ages: 'any' }, [other('a', { region: 'NL-UT', age: 40 })])).toEqual([]);
  expect(rank({ place: 'region' }, [other('a', { region: null })], { region: null })).toEqual([]);
});

test('ME27: the best fit comes first, equal ones keep their order, and what matters most counts double', () => {
  const near = other('near', { region: 'NL-UT' });
  const reader = other('reader', { interests: ['books'] });
  const reader2 = other('reader2', { interests: ['wine'] });
  const ids = (answers: FinderAnswers) => rank(answers, [reader, near, reader2]).map(({ id }) => id);
  expect(ids({ place: 'region' })).toEqual(['near', 'reader', 'reader2']);
  expect(ids({ place: 'region', matters: 'interests' })).toEqual(['reader', 'reader2', 'near']);
  const [all] = rank({ place: 'region', matters: 'interests' }, [
    other('a', { region: 'NL-UT', interests: ['books'] }),
  ]);
  expect([all?.points, all?.reasons]).toEqual([7, ['interests', 'place']]);
});

test('ME27: at most three interests count', () => {
  const own = ['books', 'wine', 'hiking', 'golf', 'tennis'];
  expect(rank({}, [other('a', { interests: own })], { interests: own })).toMatchObject([
    { points: 3 * FINDER_POINTS.interests, shared: ['books', 'wine', 'hiking'] },
  ]);
  const sporty = other('b', { interests: ['wine', 'golf', 'tennis', 'yoga'] });
  expect(rank({ time: ['sports'] }, [sporty])).toMatchObject([
    {
      points: FINDER_POINTS.interests + 2 * FINDER_POINTS.time,
      ...{ shared: ['wine'], enjoys: ['golf', 'tennis'] },
    },
  ]);
});

test.each(site.languages.map(({ code }) => code))('ME27: the page says in %s what each reason is worth', (language) => {
  const { translate: t } = translatorFor(language, site.texts(language));
  const { hope, place, ages, interests: shared, pace, time, meeting } = FINDER_POINTS;
  const said = t('finder:how_points').match(/\d+/g)?.map(Number);
  expect(said).toEqual([hope, place, ages, shared, pace, time, meeting]);
});

test('ME27: the ages that are asked for stay within 18 and 99', () => {
  expect(agesAskedFor('near', 20)).toEqual({ min: 18, max: 25 });
  expect(agesAskedFor('younger', 18)).toEqual({ min: 18, max: 18 });
  expect(agesAskedFor('older', 99)).toEqual({ min: 99, max: 99 });
  expect(agesAskedFor('any', 40)).toEqual({ min: 18, max: 99 });
  expect([agesAskedFor(null, 40), agesAskedFor(undefined, 40)]).toEqual([null, null]);
});

test('ME27: every way to spend free time has interests that exist', () => {
  for (const time of finderQuestions.time) {
    expect(INTERESTS_OF[time].length).toBeGreaterThan(FINDER_TIMES);
    for (const each of INTERESTS_OF[time]) expect(interests).toContain(each);
  }
});
