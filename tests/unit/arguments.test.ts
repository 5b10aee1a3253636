// The arguments of scripts: help takes precedence, and unknown ones are refused with one sentence.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseArguments, UsageError } from '#scripts/arguments';
import { sampled } from '../support/samples.ts';

const command = {
  usage: 'Usage: npm run example [-- name…] [--members N] [--all]',
  options: { members: { type: 'string' }, all: { type: 'boolean', default: false } },
  names: 2,
} as const;

describe('arguments', () => {
  test('options and names are read', () => {
    const { values, positionals } = parseArguments(command, ['one', '--members', '5', 'two']) ?? {};
    expect({ ...values, positionals }).toEqual({ members: '5', all: false, positionals: ['one', 'two'] });
  });

  test.each(['--help', '-h'])('%s goes before any mistake', (help) => {
    expect(parseArguments(command, ['--nothing', help])).toBeNull();
  });

  test.each([
    [['--nothing'], 'There is no option --nothing.'],
    [['--nothing=5'], 'There is no option --nothing.'],
    [['-x'], 'There is no option -x.'],
    [['--members'], 'The option --members needs a value.'],
    [['--members', '--all'], 'The option --members needs a value.'],
    [['--all=yes'], 'The option --all takes no value.'],
    [['one', 'two', 'three'], '"three" is one name too many.'],
  ])('%j is refused with one sentence', (args, sentence) => {
    expect(() => parseArguments(command, args)).toThrow(new UsageError(sentence));
  });

  test('a positional argument is refused where none is accepted', () => {
    const bare = { usage: '', options: {} };
    expect(() => parseArguments(bare, ['one'])).toThrow('It takes no names, so "one" means nothing.');
  });
});

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** What a script prints with these arguments, as `npm run` calls it. */
function run(name: string, ...args: readonly string[]) {
  const [, , script = '', ...own] = scripts[name]?.split(' ') ?? [];
  const env = { ...process.env, DATA_DIR: '/nowhere/at/all' };
  return spawnSync(process.execPath, [script, ...own, ...args], { encoding: 'utf8', env, timeout: 300_000 });
}

test.each(Object.keys(scripts))('npm run %s prints its usage on request', (name) => {
  const { status, stdout, stderr } = run(name, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Usage: npm (?:run )?[\w:]+/);
});

// Every start of a script takes seconds.
test.each(sampled('refused option', Object.keys(scripts), 4))(
  'npm run %s refuses an unknown option, with its usage and without any other effect',
  (name) => {
    const [usage] = run(name, '--help').stdout.split('\n');
    const { status, stdout, stderr } = run(name, '--no-such-option');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.split('\n').slice(0, 2)).toEqual(['There is no option --no-such-option.', usage]);
  },
);
