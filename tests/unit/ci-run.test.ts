// `.ci/run` with steps of its own: in order, to the first that fails, and to an end with all that it runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';

const root = mkdtempSync(join(tmpdir(), 'ci-run-'));
afterAll(() => rmSync(root, { recursive: true }));
beforeAll(() => {
  for (const folder of ['scripts', 'programs']) mkdirSync(join(root, folder));
  cpSync('.ci/run', join(root, '.ci/run'));
  writeFileSync(join(root, 'scripts/ensure.mjs'), "console.log('began install');");
  writeFileSync(
    join(root, 'programs/npm'),
    `#!${process.execPath}
    const step = process.argv[4];
    console.log('began', step);
    if (step === process.env.FAILS) process.exit(3);
    if (process.env.TEST_NOW || process.env.FULL) process.exit(4);
    if (step === process.env.HANGS) {
      process.on('SIGTERM', () => { console.log('ended', step); process.exit(143); });
      setTimeout(() => undefined, 200_000);
    }`,
    { mode: 0o755 },
  );
});

function start(more: Readonly<Record<string, string>>) {
  const PATH = [join(root, 'programs'), process.env['PATH']].join(delimiter);
  const child = spawn(join(root, '.ci/run'), { env: { ...process.env, PATH, TEST_SEED: '1', ...more } });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  const steps = (): string[] => said.match(/^(began|ended) \w+$/gm) ?? [];
  return { child, closed: once(child, 'close'), steps, said: () => said };
}

test('runs its steps in order, all tests of today, and ends with the code of the tests', async () => {
  const { closed, steps } = start({ TEST_NOW: '2028-02-29T12:00:00Z', FULL: '1' });
  expect(await closed).toEqual([0, null]);
  expect(steps()).toEqual(['began install', 'began build', 'began check', 'began test']);
  expect(await start({ FAILS: 'test' }).closed).toEqual([3, null]);
});

test('ends with the first step that fails', async () => {
  const { closed, steps, said } = start({ FAILS: 'check' });
  expect(await closed).toEqual([1, null]);
  expect(steps().at(-1)).toBe('began check');
  expect(said()).toMatch(/### check: failed after \d+ s\n$/);
});

test.each(['build', 'test'])('a signal ends what runs: %s', async (step) => {
  const { child, closed, steps } = start({ HANGS: step });
  await eventually(() => expect(steps()).toContain(`began ${step}`));
  child.kill('SIGTERM');
  expect(await closed).toEqual([143, null]);
  expect(steps().slice(-2)).toEqual([`began ${step}`, `ended ${step}`]);
});
