// `npm run bench [part…]`: measures against references in the same run and prints each figure beside its budget.
import { fileURLToPath } from 'node:url';
import { type Arguments, readArguments, UsageError } from './arguments.ts';
import { measureBuild } from './bench/build.ts';
import { measureBytes } from './bench/bytes.ts';
import { measureCalls } from './bench/calls.ts';
import { measureDisclosure } from './bench/disclosure.ts';
import { type BenchDatabase, benchDatabase } from './bench/database.ts';
import { type Figure, isMet, table } from './bench/figure.ts';
import { measureLighthouse } from './bench/lighthouse.ts';
import { measureLive } from './bench/live.ts';
import { measureMessages } from './bench/messages.ts';
import { measureScreens } from './bench/screens.ts';
import { measureSearch } from './bench/search.ts';
import { measureStaff } from './bench/staff.ts';
import { measureWebhooks } from './bench/webhooks.ts';
import { secondsSince } from './child.ts';

const command = {
  usage: `Usage: npm run bench [-- part…] [--members N] [--brands N] [--connections N] [--build] [--check]
  parts           bytes, calls, messages, webhooks, live, search, disclosure (these without any), staff, screens, lighthouse, build; api
                  is calls, messages, webhooks and live
  --members N     members to search among, and for staff to look at (100,000)
  --brands N      brands that share them (one for each 100,000)
  --connections N live connections to open (1,000)
  --build         the build too: a minute or two
  --check         end with 1 when a budget is missed
It uses DATABASE_URL (in a database of its own there), else a throwaway PostgreSQL (PG_BIN chooses its programs), else PGlite.`,
  options: {
    members: { type: 'string', default: '100000' },
    brands: { type: 'string' },
    connections: { type: 'string', default: '1000' },
    build: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
  names: Infinity,
} as const;

const root = fileURLToPath(new URL('..', import.meta.url));
const API = ['calls', 'messages', 'webhooks', 'live'] as const;
const PARTS = ['bytes', ...API, 'search', 'disclosure', 'staff', 'screens', 'lighthouse', 'build'] as const;
type Part = (typeof PARTS)[number];
const USUAL: readonly Part[] = ['bytes', ...API, 'search', 'disclosure'];

interface Wish {
  readonly parts: ReadonlySet<Part>;
  readonly members: number;
  readonly brands: number | undefined;
  readonly connections: number;
  readonly check: boolean;
}

function readWish({ values, positionals }: Arguments<typeof command.options>): Wish {
  const named = positionals.flatMap((name) => (name === 'api' ? API : [name]));
  const unknown = named.find((name) => !PARTS.some((part) => part === name));
  if (unknown) throw new UsageError(`There is no part "${unknown}" to measure.`);
  const parts = PARTS.filter((part) => (named.length === 0 ? USUAL.includes(part) : named.includes(part)));
  return {
    parts: new Set(values.build ? [...parts, 'build'] : parts),
    members: wholeNumber('members', values.members),
    brands: values.brands === undefined ? undefined : wholeNumber('brands', values.brands),
    connections: wholeNumber('connections', values.connections),
    check: values.check,
  };
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text.replaceAll(/[_,]/g, ''));
  if (!Number.isSafeInteger(value) || value < 1)
    throw new UsageError(`--${name} must be a whole number of at least 1.`);
  return value;
}

async function measure({ parts, members, brands, connections }: Wish): Promise<Figure[]> {
  const figures: Figure[] = [];
  const step = async (part: Part, work: () => Figure[] | Promise<Figure[]>): Promise<void> => {
    if (!parts.has(part)) return;
    const started = performance.now();
    figures.push(...(await work()));
    console.log(`${part}: measured in ${secondsSince(started)} s`);
  };
  await step('bytes', () => measureBytes(root));
  if ([...API, 'search', 'disclosure', 'staff', 'screens'].some((part) => parts.has(part as Part))) {
    await withDatabase(async (database) => {
      // Runs first: the app seeds its demo members only into an empty database.
      await step('screens', () => measureScreens(root, database));
      await step('calls', () => measureCalls(database));
      await step('messages', () => measureMessages(database));
      await step('webhooks', () => measureWebhooks(database));
      await step('live', () => measureLive(database, connections));
      await step('search', () => measureSearch(database, members, brands));
      await step('disclosure', () => measureDisclosure(database));
      await step('staff', () => measureStaff(database, members, brands));
    });
  }
  await step('lighthouse', () => measureLighthouse(root));
  await step('build', measureBuild);
  return figures;
}

async function withDatabase(work: (database: BenchDatabase) => Promise<void>): Promise<void> {
  const database = await benchDatabase();
  console.log(`Database: ${database.title}`);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function main(): Promise<void> {
  const wish = readWish(readArguments(command, readWish));
  const figures = await measure(wish);
  console.log(`\n${table(figures)}`);
  const missed = figures.filter((figure) => !isMet(figure)).length;
  console.log(missed === 0 ? '\nEvery budget is met.' : `\n${missed} of ${figures.length} figures miss their budget.`);
  if (wish.check && missed > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
