// Measures what the pages of the console ask for, among as many members as are wished, beside the call that only reads the session.
import type { StaffCallName } from '#contract/staff';
import { staffCalls } from '#contract/staff';
import { isoDay, isoDayAfter } from '#domain/iso-day';
import { migrate, openDatabase } from '#server/db/index';
import { loadSites } from '#site/load';
import type { BenchDatabase } from './database.ts';
import { addOwner, fillDesk, type Known, someKnown } from './desk-data.ts';
import { type Figure, percentile } from './figure.ts';
import { requestText, timeAnswers } from './load.ts';
import { seedMembers } from './seeded.ts';
import { callHeaders, startServer } from './server-process.ts';

const TRIES = 60;
const WARM_UP = 5;
const BUDGET_MS = 100;
/** Days that the page of figures shows first. */
const DAYS = 30;

type Input = Readonly<Record<string, string>>;
interface Asked {
  readonly what: string;
  readonly name: StaffCallName;
  readonly input: (known: Known, brand: string) => Input;
}

const lastDays = (): Input => ({ from: isoDayAfter(new Date(), 1 - DAYS), to: isoDay(new Date()), by: 'day' });
const ASKED: readonly Asked[] = [
  { what: 'the inbox of all brands', name: 'inbox.list', input: () => ({}) },
  { what: 'a member by address', name: 'members.find', input: ({ email }, brand) => ({ brand, email }) },
  { what: 'a member', name: 'members.show', input: ({ member: id }, brand) => ({ brand, id }) },
  { what: 'a report', name: 'reports.show', input: ({ report: id }, brand) => ({ brand, id }) },
  { what: 'a photo that waits', name: 'photos.show', input: ({ photo: id }, brand) => ({ brand, id }) },
  { what: 'the newest of the log', name: 'audit.list', input: (_, brand) => ({ brand }) },
  {
    what: 'the log about a member',
    name: 'audit.list',
    input: ({ member }, brand) => ({ brand, subject: `member ${member}` }),
  },
  { what: 'fictional profiles', name: 'fictional.list', input: (_, brand) => ({ brand }) },
  { what: `figures of a brand, ${DAYS} days`, name: 'figures.read', input: (_, brand) => ({ brand, ...lastDays() }) },
  { what: `figures of all brands, ${DAYS} days`, name: 'figures.read', input: lastDays },
];

export async function measureStaff({ config, title }: BenchDatabase, members: number, brands?: number) {
  if (config.kind !== 'postgres') {
    console.log('staff: left out, it is measured on PostgreSQL only');
    return [];
  }
  const database = await openDatabase(config);
  const size = `${members.toLocaleString('en')} members, ${title}`;
  try {
    await migrate(database, config);
    const tenants = await seedMembers(database, members, brands);
    await fillDesk(database, tenants);
    const cookie = await addOwner(database, new Date());
    const known = await someKnown(database, tenants, Math.ceil((TRIES + WARM_UP) / tenants.length));
    const server = await startServer({ kind: 'desk', database: config });
    try {
      const figures: Figure[] = [];
      for (const asked of ASKED) figures.push(await measureCall({ port: server.port, cookie, known, size }, asked));
      return figures;
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
  }
}

interface Place {
  readonly port: number;
  readonly cookie: string;
  readonly known: readonly Known[];
  readonly size: string;
}

/** Each call and the one beside it take turns, so that both meet the same load of the machine. */
async function measureCall({ port, cookie, known, size }: Place, { what, name, input }: Asked): Promise<Figure> {
  const folders = new Map(loadSites(process.cwd()).map(({ id, folder }) => [id, folder]));
  const requests = known.slice(0, TRIES + WARM_UP).flatMap((each, at) => {
    const brand = folders.get(each.tenant) ?? '';
    return [requestOf(name, input(each, brand), at, cookie), requestOf('session.me', {}, at, cookie)];
  });
  const answers = await timeAnswers(port, requests);
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`${name} answers ${refused.status}: ${refused.body.slice(0, 200)}`);
  const p75 = (from: 0 | 1): number =>
    percentile(
      answers.filter((_, at) => at >= 2 * WARM_UP && at % 2 === from).map(({ ms }) => ms),
      0.75,
    );
  const [ours, theirs] = [p75(0), p75(1)];
  return {
    what: `staff: ${what}`,
    value: ours,
    unit: 'ms p75',
    budget: { atMost: BUDGET_MS },
    beside: `${(ours / theirs).toFixed(1)} × the ${theirs.toFixed(2)} ms of reading the session; ${size}`,
  };
}

function requestOf(name: StaffCallName, input: Input, from: number, cookie: string): Buffer {
  const query = new URLSearchParams(input).toString();
  return requestText(`${staffCalls[name].path}${query && `?${query}`}`, callHeaders(from, cookie));
}
