// An interrupted test run leaves no process and no folder behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COPIES, inRunFolder, RESULTS } from '#scripts/testing/run-folder';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'run-folder-'));
  vi.stubEnv('TMPDIR', root);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

/** A process that a test has started, in a group of its own, and that ignores what asks it to end. */
async function startServer(folder: string) {
  const code = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('started');";
  const server = spawn(process.execPath, ['-e', code], {
    env: { ...process.env, TMPDIR: folder },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(server, 'exit');
  await once(server.stdout, 'data');
  return { exit };
}

test('the folder, copies of the project and processes end with the run, also when it fails', async () => {
  const made: { paths: string[]; exit?: Promise<unknown[]> } = { paths: [] };
  const run = inRunFolder(root, async (folder) => {
    made.exit = (await startServer(folder)).exit;
    made.paths = [folder, join(root, COPIES, basename(folder))];
    for (const path of made.paths) mkdirSync(path, { recursive: true });
    throw new Error('interrupted');
  });
  await expect(run).rejects.toThrow('interrupted');
  expect(await made.exit).toEqual([null, 'SIGKILL']);
  expect(made.paths.filter((path) => existsSync(path))).toEqual([]);
});

test('what a killed run left, and the results of an ended one, go with the next one; a run that goes on keeps its own', async () => {
  const killed = spawn(process.execPath, ['-e', '']);
  await once(killed, 'exit');
  const [left, others] = [`matchloom-tests-${killed.pid}-abcdef`, `matchloom-tests-${process.pid}-abcdef`];
  const paths = [left, others, join(RESULTS, left), join(RESULTS, others)];
  for (const path of paths) {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, 'file'), '');
  }
  await inRunFolder(root, () => Promise.resolve());
  expect(paths.map((path) => existsSync(join(root, path)))).toEqual([false, true, false, true]);
});
