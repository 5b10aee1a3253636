// Measures whether the time of an answer tells that an address has an account: at the login, and at a reset and the signup in a brand that does
// not tell.
import type { BenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';
import { requestText, timeAnswers, type TimedAnswer } from './load.ts';
import { memberEmail } from './members.ts';
import { callHeaders, startServer } from './server-process.ts';

/** Addresses of each kind; each is asked about once, since a second try costs other work than the first. */
const ADDRESSES = 1000;
/** Pairs before them: statements are planned in them. */
const WARM_UP = 50;

interface Asked {
  readonly what: string;
  readonly path: string;
  readonly input: (email: string) => object;
}
/** A valid form for the first brand. */
const NEWCOMER = {
  ...{ name: 'Robin Bloom', password: 'seven green bottles', date_of_birth: '1990-06-15' },
  ...{ gender: 'female', seeks: 'male', country: 'NL', terms: 'yes', consent: 'yes' },
} as const;
const ASKED: readonly Asked[] = [
  { what: 'login', path: '/api/user.php', input: (email) => ({ email, password: 'four wrong lanterns' }) },
  { what: 'reset', path: '/api/password-reset.php', input: (email) => ({ email }) },
  { what: 'join', path: '/api/signup.php', input: (email) => ({ ...NEWCOMER, email }) },
];

export async function measureDisclosure({ config }: BenchDatabase): Promise<Figure[]> {
  const server = await startServer({ kind: 'neutral', database: config });
  try {
    const figures: Figure[] = [];
    for (const asked of ASKED) figures.push(await measureCall(server.port, asked));
    return figures;
  } finally {
    await server.stop();
  }
}

/** The next caller: each call comes from an address of its own, as far as limits go. */
let caller = 0;

/** Known and unknown addresses take turns in random order, so that both meet the same load of the machine. */
async function measureCall(port: number, { what, path, input }: Asked): Promise<Figure> {
  const request = (email: string): Buffer => {
    const headers = { ...callHeaders((caller += 1)), 'idempotency-key': crypto.randomUUID() };
    return requestText(path, headers, { method: 'POST', json: input(email) });
  };
  const order = Array.from({ length: WARM_UP + ADDRESSES }, (_, at) => {
    const pair = [
      { isKnown: true, email: memberEmail(at) },
      // As long as the known one, and gone from the planner's sight.
      { isKnown: false, email: memberEmail(at).replace('bench', crypto.randomUUID().slice(0, 5)) },
    ];
    return Math.random() < 0.5 ? pair : pair.reverse();
  }).flat();
  const answers = await timeAnswers(
    port,
    order.map(({ email }) => request(email)),
  );
  const said = new Set(answers.map(({ status, body }) => `${status} ${body}`));
  if (said.size !== 1) throw new Error(`A ${what} answers differently: ${[...said].join(' or ')}`);
  const times = (isKnown: boolean): number[] =>
    answers.flatMap(({ ms }: TimedAnswer, at) => (at >= 2 * WARM_UP && order[at]?.isKnown === isKnown ? [ms] : []));
  return figureOf(what, times(true), times(false));
}

function figureOf(what: string, known: readonly number[], unknown: readonly number[]): Figure {
  const told = areaUnderCurve(known, unknown);
  const median = (times: readonly number[]): string => percentile(times, 0.5).toFixed(2);
  return {
    what: `${what}: how well its time tells a known address from an unknown one`,
    value: Math.max(told, 1 - told),
    unit: 'AUC',
    budget: { atMost: 0.55 },
    beside: `0.5 of a guess; ${ADDRESSES.toLocaleString('en')} of each, medians ${median(known)} and ${median(unknown)} ms`,
  };
}

/** The probability that a time of the first list is longer than one of the second; equal ones count half. */
export function areaUnderCurve(one: readonly number[], other: readonly number[]): number {
  const sorted = other.toSorted((a, b) => a - b);
  const below = (isBelow: (value: number) => boolean): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBelow(sorted[middle] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const shorter = one.map((value) => (below((each) => each < value) + below((each) => each <= value)) / 2);
  return shorter.reduce((sum, count) => sum + count, 0) / (one.length * other.length);
}
