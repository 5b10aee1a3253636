// Check: what works only once another file names it is named there: migrations, tables, jobs, mails, events, stores, sheets, checks.
import { basename } from 'node:path';
import { filesIn, read } from './files.ts';
import type { Report } from './report.ts';

export function check(root: string): Report {
  return {
    faults: [
      ...migrationFaults(root),
      ...tableFaults(root),
      ...jobFaults(root),
      ...mailFaults(root),
      ...eventFaults(root),
      ...storeFaults(root),
      ...sheetFaults(root),
      ...checkFaults(root),
    ],
  };
}

/** The texts of all files in a folder, joined: enough to see whether a name occurs. */
const textIn = (root: string, folder: string, extensions: readonly string[]): string =>
  filesIn(root, folder, extensions)
    .map((path) => read(root, path))
    .join('\n');

const MIGRATIONS = 'src/server/db/migrations/index.ts';
function migrationFaults(root: string): string[] {
  const files = filesIn(root, 'src/server/db/migrations', ['ts']).filter((path) => /\/\d{4}-/.test(path));
  const index = files.length > 0 ? read(root, MIGRATIONS) : '';
  return files
    .filter((path) => !index.includes(`'./${basename(path)}'`) || !index.includes(`'${basename(path, '.ts')}':`))
    .map((path) => `${path}: never runs; import it in ${MIGRATIONS} and add it to its list.`);
}

const TABLES = 'src/server/db/tables/index.ts';
function tableFaults(root: string): string[] {
  const files = filesIn(root, 'src/server/db/tables', ['ts']).filter((path) => path !== TABLES);
  const index = files.length > 0 ? read(root, TABLES) : '';
  return files
    .filter((path) => !index.includes(`'./${basename(path)}'`))
    .map((path) => `${path}: the database does not know the table; import it in ${TABLES} and add it to TABLES.`);
}

/** A job of a kind that no queue was made for is refused when it is added. */
function jobFaults(root: string): string[] {
  const kinds = filesIn(root, 'src/server', ['ts']).flatMap((path) =>
    [...read(root, path).matchAll(/^(?:export )?const (\w+) = jobKind\(/gm)].map(([, name = '']) => ({ path, name })),
  );
  if (kinds.length === 0) return [];
  const [, list = ''] = /\bJOB_KINDS\b[^=]*= \[([^\]]*)\]/.exec(read(root, 'src/server/jobs.ts')) ?? [];
  return kinds
    .filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(list))
    .map(({ path, name }) => `${path}: nothing runs the job ${name}; add it to JOB_KINDS in src/server/jobs.ts.`);
}

function mailFaults(root: string): string[] {
  const [compose] = filesIn(root, 'src/server/mail', ['ts']).filter((path) => path.endsWith('/compose.ts'));
  if (!compose) return [];
  const [, mails = ''] = /\bMAILS = \{([^}]*)\}/.exec(read(root, compose)) ?? [];
  const texts = JSON.parse(read(root, 'locales/en/mail.json')) as Record<string, string>;
  return [...mails.matchAll(/^\s*(\w+):/gm)]
    .flatMap(([, kind = '']) => [`${kind}_subject`, `${kind}_text`])
    .filter((key) => !(key in texts))
    .map((key) => `locales/en/mail.json: lacks "${key}" of a mail in ${compose}; write it in every language.`);
}

function eventFaults(root: string): string[] {
  const [events] = filesIn(root, 'src/contract', ['ts']).filter((path) => path.endsWith('/events.ts'));
  if (!events) return [];
  const stores = textIn(root, 'src/stores', ['ts']);
  const server = textIn(root, 'src/server', ['ts']);
  const tests = textIn(root, 'tests/stores', ['test.ts']);
  return [...read(root, events).matchAll(/type: z\.literal\('(\w+)'\)/g)].flatMap(([, type = '']) => [
    ...(stores.includes(`onLive('${type}'`)
      ? []
      : [`${events}: no store takes the event "${type}"; take it with onLive('${type}', …) in src/stores/.`]),
    ...(server.includes(`type: '${type}'`)
      ? []
      : [`${events}: nothing sends the event "${type}"; send it with ctx.emit in src/server/modules/.`]),
    ...(tests.includes(`type: '${type}'`)
      ? []
      : [`tests/stores: no test tells a store the event "${type}"; write one in the test of the store that takes it.`]),
  ]);
}

const CALLS_SERVER = /^const \w+ = client\(|\buploadFile\(/m;
/** A store that calls the server is driven by a test as its screens drive it. */
function storeFaults(root: string): string[] {
  const tests = textIn(root, 'tests', ['test.ts']);
  return filesIn(root, 'src/stores', ['ts'])
    .filter((path) => CALLS_SERVER.test(read(root, path)))
    .map((path) => basename(path, '.ts'))
    .filter(
      (word) =>
        !new RegExp(`^(?:import\\b.*|\\}) from '#stores/${word}'|\\bimport\\('#stores/${word}'\\)`, 'm').test(tests),
    )
    .map((word) => `src/stores/${word}.ts: no test drives this store; write tests/stores/${word}.test.ts.`);
}

function sheetFaults(root: string): string[] {
  const sheets = filesIn(root, 'src/styles', ['scss']);
  const importing = [...sheets, ...filesIn(root, 'src', ['astro'])];
  const imported = importing.flatMap((path) =>
    [...read(root, path).matchAll(/@(?:import|use) '(?:[^']*\/)?([^'/]+)'/g)].map(([, name = '']) => ({ path, name })),
  );
  const nameOf = (path: string): string => basename(path, '.scss').replace(/^_/, '');
  const known = new Set(sheets.map(nameOf));
  const used = new Set(imported.map(({ name }) => name));
  return [
    ...sheets
      .filter((path) => basename(path).startsWith('_') && !used.has(nameOf(path)))
      .map((path) => `${path}: no sheet imports it; add it to the sheet of its world, such as src/styles/public.scss.`),
    ...imported
      .filter(({ path, name }) => /^src\/styles\/(landers\/|public\.)/.test(path) && !known.has(name))
      .map(({ path, name }) => `${path}: there is no sheet "${name}"; write it in src/styles/.`),
  ];
}

/** A check that is not in the command finds nothing, and one without a planted fault may find nothing either. */
function checkFaults(root: string): string[] {
  const checks = filesIn(root, 'scripts/checks', ['ts'])
    .filter((path) => /^export (?:async )?function check\b/m.test(read(root, path)))
    .map((path) => basename(path, '.ts'));
  const command = checks.length > 0 ? read(root, 'scripts/check.ts') : '';
  const tests = textIn(root, 'tests', ['test.ts']);
  return checks.flatMap((name) => [
    ...(command.includes(`'./checks/${name}.ts'`)
      ? []
      : [`scripts/checks/${name}.ts: npm run check leaves it out; add it to OWN in scripts/check.ts.`]),
    ...(tests.includes(`'#scripts/checks/${name}'`)
      ? []
      : [`scripts/checks/${name}.ts: no test plants a fault for it; write one in tests/unit/checks.test.ts.`]),
  ]);
}
