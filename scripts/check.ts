// `npm run check`: looks the whole project over in seconds, without a database; one line per check. Names run only those checks.
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readArguments, UsageError } from './arguments.ts';
import { check as budgets } from './checks/budgets.ts';
import { check as plainWords } from './checks/dialect.ts';
import { check as docs } from './checks/docs.ts';
import { check as endpoints } from './checks/endpoints.ts';
import { check as glossary } from './checks/glossary.ts';
import { check as landerClasses } from './checks/lander-classes.ts';
import { check as locales } from './checks/locales.ts';
import { check as longTexts } from './checks/long-texts.ts';
import { check as marks } from './checks/leftovers.ts';
import { check as nicheNames } from './checks/niche-names.ts';
import { check as niches } from './checks/niches.ts';
import { check as pageWords } from './checks/page-words.ts';
import { check as pages } from './checks/pages.ts';
import type { Check, Report } from './checks/report.ts';
import { check as registry } from './checks/registry.ts';
import { check as requirementIds, unnamedIds } from './checks/requirement-ids.ts';
import { check as sizes } from './checks/sizes.ts';
import { check as unlisted } from './checks/unlisted.ts';
import { run, secondsSince } from './child.ts';

const root = join(import.meta.dirname, '..');
const MAX_LINES_SHOWN = 60;

/** TypeScript 7 checks several times as fast, but has no interface yet for what reads .astro files, nor for lint. */
const TSC = 'node_modules/typescript-7/bin/tsc';
const ASTRO_FILES = 'scripts/checks/tsconfig.astro.json';
const ERRORS = ['--minimumFailingSeverity', 'error', '--minimumSeverity', 'error'];
/** The tools, slowest first. Lint enforces the walls between parts. */
const TOOLS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  types: [TSC, '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'],
  'types of pages': ['astro', 'check', '--tsconfig', ASTRO_FILES, ...ERRORS],
  'lint, walls, words': ['eslint', '.', '--max-warnings=0', '--cache', '--cache-location=.cache/eslint/'],
  format: ['prettier', '.', '--check', '--log-level=warn', '--cache', '--cache-location=.cache/prettier'],
};
const OWN: Readonly<Record<string, Check>> = {
  locales,
  'long texts': longTexts,
  glossary,
  niches,
  'niche names': nicheNames,
  docs,
  sizes,
  marks,
  'plain words': plainWords,
  'lander classes': landerClasses,
  requirements: requirementIds,
  endpoints,
  registry,
  pages,
  'page words': pageWords,
  unlisted,
  budgets,
};

const tool =
  ([command, ...args]: readonly [string, ...string[]]): Check =>
  async () => {
    const env = { ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', FORCE_COLOR: '0' };
    const { code, output } = await run(command, args, { cwd: root, output: 'keep', env });
    const lines = stripVTControlCharacters(output)
      .split('\n')
      .filter((line) => line.trim() !== '');
    return { faults: code === 0 ? [] : lines.length > 0 ? lines : [`${command} ended with code ${code}.`] };
  };

/** Runs one check and prints its line, and its faults below. Answers whether it passed. */
async function report(name: string, check: Check): Promise<boolean> {
  const started = performance.now();
  const { faults, note } = await guarded(check);
  const passed = faults.length === 0;
  console.log(
    `${passed ? '✓' : '✗'} ${name.padEnd(20)} ${String(secondsSince(started)).padStart(5)} s${note ? `  ${note}` : ''}`,
  );
  for (const fault of faults.slice(0, MAX_LINES_SHOWN)) console.log(`    ${fault}`);
  if (faults.length > MAX_LINES_SHOWN) console.log(`    … and ${faults.length - MAX_LINES_SHOWN} lines more`);
  return passed;
}

async function guarded(check: Check): Promise<Report> {
  try {
    return await check(root);
  } catch (error) {
    return { faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}

/** Runs checks one after the other; two such queues use two cores. */
async function queue(checks: Iterator<[string, Check]>): Promise<boolean> {
  let passed = true;
  for (let next = checks.next(); !next.done; next = checks.next()) passed = (await report(...next.value)) && passed;
  return passed;
}

const all: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(Object.entries(TOOLS).map(([name, command]) => [name, tool(command)])),
  ...OWN,
};

const command = {
  usage: `Usage: npm run check [-- NAME … | --ids]
  NAME   runs only these checks: ${Object.keys(all)
    .map((name) => (name.includes(' ') ? `"${name}"` : name))
    .join(', ')}
  --ids  lists the requirements that no test names, and checks nothing`,
  options: { ids: { type: 'boolean', default: false } },
  names: Object.keys(all).length,
} as const;
const { values, positionals } = readArguments(command, ({ positionals: names }) => {
  const unknown = names.find((name) => !(name in all));
  if (unknown !== undefined) throw new UsageError(`There is no check "${unknown}".`);
});
if (values.ids) {
  console.log(`No test names:\n${unnamedIds(root).join('\n')}`);
} else {
  const started = performance.now();
  const chosen = Object.entries(all).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  const shared = chosen.values();
  const results = await Promise.all([queue(shared), queue(shared)]);
  const passed = positionals.length === 0 ? 'All checks passed' : 'These checks passed';
  console.log(`${results.every(Boolean) ? passed : 'Some checks failed'} in ${secondsSince(started)} s.`);
  process.exitCode = results.every(Boolean) ? 0 : 1;
}
