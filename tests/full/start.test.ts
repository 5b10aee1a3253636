// `npm start` in a fresh project: the first site is there while the others are still being built.
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#scripts/testing/free-port';
import { eventually, within } from '../support/eventually.ts';
import { freshFolder, startProcess } from '../support/processes.ts';
import { copyProject } from '../support/project-copy.ts';
import { sites } from '../support/server.ts';

const statusOf = (port: number, folder: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, path: '/login', headers: { host: `${folder}.localhost:${port}` } };
    request(target, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });

/** `npm start` in a copy of the project, when its first site is ready. */
async function start() {
  const copy = copyProject();
  onTestFinished(() => copy.remove());
  copy.keepLanguages('en', 'de');
  const sandbox = await freePort();
  const env = { DATA_DIR: freshFolder(), SANDBOX_PORT: String(sandbox) };
  const started = startProcess(env, join(copy.root, 'scripts/start.ts'));
  onTestFinished(() => void started.child.kill('SIGKILL'));
  await eventually(() => expect(started.said()).toMatch(/Ready: http:\/\/localhost:\d+ .*; [a-z, ]+ follow\./));
  return { copy, started, sandbox };
}

test('npm start: a site is served as soon as it is built, the others follow, and all ends with the process', async () => {
  const { started, sandbox } = await start();
  const port = Number(/localhost:(\d+)/.exec(started.said())?.[1]);
  const statuses = (): Promise<number[]> => Promise.all(sites.map(({ folder }) => statusOf(port, folder)));
  const early = await statuses();
  expect(early).toContain(200);
  expect(early).toContain(503);
  await eventually(() => expect(started.said()).toContain('All sites are ready.'));
  expect(await statuses()).toEqual(sites.map(() => 200));
  expect((await fetch(`http://localhost:${sandbox}/`)).status).toBeLessThan(500);
  started.child.kill('SIGTERM');
  expect(await within(60_000, started.ended)).toBe(0);
});

test('H7: npm start that is ended while sites follow ends the build, and the server in order', async () => {
  const { copy, started } = await start();
  started.child.kill('SIGTERM');
  expect(await within(60_000, started.ended)).toBe(0);
  expect(['.cache/build', '.cache/build.lock'].filter((path) => existsSync(copy.path(path)))).toEqual([]);
  expect(started.said()).not.toContain('ended early');
});
