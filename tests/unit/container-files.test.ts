// The unit of systemd and the files for containers: settings the server knows, and what linters and the tools themselves accept.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/index';
import { checkProduction } from '#server/config/production';
import { type Stage, stagesOf, type Step } from '../support/dockerfile.ts';
import { freshFolder } from '../support/processes.ts';
import { commandsAfter } from '../support/readme.ts';

interface Service {
  readonly build?: { readonly target: string; readonly args: Readonly<Record<string, string>> };
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
}

const text = (file: string): string => readFileSync(file, 'utf8');
const UNIT = 'deploy/matchloom@.service';
const { services } = parse(text('compose.yaml')) as { services: Readonly<Record<string, Service>> };
const stages = stagesOf(text('Dockerfile'));
const stage = (name: string): Stage => stages.find((each) => each.name === name) ?? { name, from: '', steps: [] };
const stepsOf = <K extends Step['kind']>(name: string, kind: K): Extract<Step, { kind: K }>[] =>
  stage(name).steps.filter((step): step is Extract<Step, { kind: K }> => step.kind === kind);
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) console.warn('systemd-analyze is not installed, so the unit is not checked: apt-get install systemd');

const composed = services['server-1']?.environment ?? {};
const inImage = Object.assign({}, ...stepsOf('server', 'env').map(({ values }) => values)) as Record<string, string>;

test('every setting in these files is one of README.md', () => {
  const known = new Set([...text('README.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));
  const used = [
    ...Object.keys(composed),
    ...[...text(UNIT).matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => name),
    ...Object.keys(inImage),
  ];
  expect(used.length).toBeGreaterThan(12);
  expect(used.filter((name) => !known.has(name ?? ''))).toEqual([]);
});

test('README.md runs commands with the settings, the folder and the user of the unit, whose processes have one file each besides', () => {
  const unit = text(UNIT);
  const [, user = '-'] = /^User=(.+)$/m.exec(unit) ?? [];
  const [, folder = '-'] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? [];
  const [shared = '-', own = '-', ...more] = [...unit.matchAll(/^EnvironmentFile=(.+)$/gm)].map(([, file]) => file);
  expect([own, more]).toEqual([`-${shared.replace('.env', '-%i.env')}`, []]);
  const readme = text('README.md');
  const commands = readme.split('\n').filter((line) => line.startsWith('systemd-run '));
  expect(commands.map((line) => / npm run (\w+)/.exec(line)?.[1])).toEqual(['doctor', 'backup', 'restore']);
  for (const line of commands) {
    for (const flag of ['--wait', '--pipe', `--uid=${user}`]) expect(line).toContain(` ${flag} `);
    for (const property of [`EnvironmentFile=${shared}`, `WorkingDirectory=${folder}`])
      expect(line).toContain(` -p ${property} `);
  }
  for (const each of ['4321', '4322']) expect(readme).toContain(own.replace('-/', '`/').replace('%i', each));
  // What only the unit had would be another folder for a backup.
  expect([...unit.matchAll(/^Environment=(\w+)/gm)].map(([, name]) => name)).toEqual(['PORT']);
  const written = commandsAfter('systemd').find((line) => line.endsWith(`>> ${shared}`));
  for (const setting of ['NODE_ENV=production', 'DATA_DIR=/var/lib/matchloom']) expect(written).toContain(setting);
});

/** Why `.env` of compose.yaml does not choose them. */
const NOT_IN_CONTAINERS: Readonly<Record<string, string>> = {
  PG_BIN: 'the image has the programs in its PATH',
  AFTER_DEPLOY: 'a new image is the deployment',
  ALLOW_EMBEDDED: 'there is a database',
  TRUST_FORWARDED_HOST: 'nginx sends the Host header',
  SANDBOX_PORT: 'npm start does not run there',
  ...{ DEV_PAGES: 'refused in production', RATE_LIMITS: 'refused in production', MOLLIE_URL: 'refused in production' },
  STRIPE_URL: 'refused in production',
};

test('every setting of README.md is passed on by compose.yaml, set in the image, or of no use in containers', () => {
  const [, table = ''] = text('README.md').split('| variable | means | default |');
  const rows = (table.split('\n\n')[0] ?? '').split('\n').slice(2);
  const named = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(30);
  const set = [...Object.keys(composed), ...Object.keys(inImage), ...Object.keys(NOT_IN_CONTAINERS)];
  expect(named.filter((name) => !set.includes(name))).toEqual([]);
  expect(Object.keys(NOT_IN_CONTAINERS).filter((name) => !named.includes(name) || name in composed)).toEqual([]);
});

test('H4: production accepts the settings that README.md asks of .env, with or without a console', () => {
  const [, asked = ''] = /`\.env` beside it has to\s+hold ([^.]*)\./.exec(text('README.md')) ?? [];
  const [, forConsole = ''] = /A console for staff needs ([^.]*)\./.exec(text('README.md')) ?? [];
  const VALUES: Readonly<Record<string, string>> = {
    ...{ PUBLIC_ORIGIN: 'https://morrow.example', MOLLIE_API_KEY: `live_${'k'.repeat(30)}` },
    ...{ STAFF_HOST: 'staff.morrow.example', IBAN_KEY: 'Zk3vPq81'.repeat(4) },
  };
  const problems = (...sentences: string[]): string[] => {
    const named = sentences.flatMap((each) => [...each.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
    const values = new Map(named.map((name) => [name, VALUES[name] ?? 'Zk3vPq80']));
    const filled = Object.entries(composed).map(([name, value]) => [
      name,
      String(value).replace(
        /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
        (_, key: string, other = '') => values.get(key) ?? String(other),
      ),
    ]);
    return checkProduction(readConfig({ ...inImage, ...Object.fromEntries(filled) }));
  };
  expect(problems(asked)).toEqual([]);
  expect(problems(asked, forConsole)).toEqual([]);
  // Without them it is refused.
  expect(problems(asked.replace('`MOLLIE_API_KEY`', ''))).toHaveLength(1);
  expect(problems(asked, '`STAFF_HOST`')).toHaveLength(1);
});

test('programs, files and stages that these files name are there', () => {
  for (const file of ['scripts/ensure.mjs', 'scripts/serve.ts']) {
    expect(existsSync(file)).toBe(true);
    expect(text(UNIT)).toContain(file);
    expect(stepsOf('server', 'cmd')[0]?.words).toContain(file);
  }
  for (const { volumes = [] } of Object.values(services))
    for (const [file = ''] of volumes.map((each) => each.split(':')))
      if (file.startsWith('./')) expect(existsSync(file), file).toBe(true);
  const built = Object.values(services).flatMap(({ build }) => (build ? [build.target] : []));
  expect(built).toEqual(['server', 'server', 'web']);
  for (const target of built) expect(stages.map(({ name }) => name)).toContain(target);
});

test('DE11: every image is built with the brands and the host of the console, which the files of nginx name', () => {
  const kinds = stage('exports').steps.map((step) => (step.kind === 'arg' ? step.value : step.kind));
  expect(kinds).toEqual(['copy', 'STAFF_HOST', 'NICHES', 'run']);
  for (const { build } of Object.values(services))
    if (build) expect(build.args).toEqual({ STAFF_HOST: '${STAFF_HOST:-}', NICHES: '${NICHES:-}' });
});

test('H10: the image has the programs of backups, of the version that compose.yaml runs', () => {
  const version = /^postgres:(\d+)-/.exec(services['database']?.image ?? '')?.[1];
  expect(
    stepsOf('server', 'run')
      .map(({ line }) => line)
      .join('\n'),
  ).toContain(`postgresql-client-${version}`);
});

test('README.md names services and scripts that are there', () => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Readonly<Record<string, string>> };
  const lines = [0, 1, 2, 3].flatMap((at) => commandsAfter('Containers', at));
  const named = lines.flatMap((line) => line.match(/\bserver-\d\b/g) ?? []);
  expect(new Set(named)).toEqual(new Set(['server-1', 'server-2']));
  for (const name of named) expect(Object.keys(services)).toContain(name);
  const ran = lines.flatMap((line) => /npm run --silent (\w+)/.exec(line)?.[1] ?? []);
  expect(ran).toEqual(['backup', 'restore']);
  for (const name of ran) expect(Object.keys(scripts)).toContain(name);
});

test('a linter accepts the Dockerfile, and finds a misspelled step', () => {
  expect(validate(text('Dockerfile'))).toEqual([]);
  const broken = text('Dockerfile')
    .replace('EXPOSE 4321', 'EXPOSED 4321')
    .replace('FROM packages AS', 'FROM packages IS');
  expect(validate(broken)).toHaveLength(2);
});

/** Order and quotes are our own; only how the file is understood counts. */
const RULES = {
  'no-build-and-image': 2,
  'no-duplicate-container-names': 2,
  'no-duplicate-exported-ports': 2,
  'no-quotes-in-volumes': 2,
  'no-version-field': 2,
  'require-quotes-in-ports': 2,
  'service-image-require-explicit-tag': 2,
} as const;
const OWN_TASTE = [
  ...['no-unbound-port-interfaces', 'require-project-name-field', 'service-container-name-regex'],
  ...['service-dependencies-alphabetical-order', 'service-keys-order', 'service-ports-alphabetical-order'],
  ...['services-alphabetical-order', 'top-level-properties-order'],
];

function lint(compose: string): string[] {
  const file = join(freshFolder(), 'compose.yaml');
  writeFileSync(file, compose);
  const rules = { ...RULES, ...Object.fromEntries(OWN_TASTE.map((rule) => [rule, 0 as const])) };
  const results = new DCLinter({ rules, quiet: true, debug: false, exclude: [] }).lintFiles([file], false);
  return results.flatMap(({ messages }) => messages.map(({ rule }) => rule));
}

test('the schema of Compose accepts compose.yaml, and finds an unknown key and an image without a version', () => {
  const compose = text('compose.yaml');
  expect(lint(compose)).toEqual([]);
  expect(lint(compose.replace('stop_grace_period', 'stop_grace_time'))).toContain('invalid-schema');
  expect(lint(compose.replace('mailpit:v1.27', 'mailpit'))).toEqual(['service-image-require-explicit-tag']);
});

if (hasSystemd)
  test('systemd accepts the unit, and finds little to attack in it', () => {
    const unit = join(freshFolder(), 'matchloom@4321.service');
    copyFileSync(UNIT, unit);
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect(verified.stderr.split('\n').filter((line) => line.includes('matchloom@'))).toEqual([]);
    const rated = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' });
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(rated.stdout)?.[1])).toBeLessThan(2.5);
  });
