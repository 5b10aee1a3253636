// Starting and stopping as a process: one clear line for each fault, and a clean end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config/index';
import { freshFolder, portOf, startProcess, type Process } from '../support/processes.ts';
import { dataFolder, freshDatabase } from '../support/databases.ts';
import { figure, siteAt } from '../support/server.ts';
import { eventually, within } from '../support/eventually.ts';

const started: Process[] = [];
const start = (env: Record<string, string>, script?: string): Process => {
  const next = startProcess(env, script);
  started.push(next);
  return next;
};
afterAll(() => started.forEach(({ child }) => child.kill('SIGKILL')));
const refusal = async (process: Process): Promise<[number | null, string]> => [
  await process.ended,
  process.said().trim(),
];
/** A port that another program listens on until the test ends. */
async function portInUse(): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  return String((other.address() as AddressInfo).port);
}

/** Idle connections, which close after 10 s, keep a process alive for longer than a slow machine needs to end it. */
const KEEPS_IDLE = `data:text/javascript,${encodeURIComponent(`
  const plain = globalThis.setTimeout;
  const longer = (run, ms, ...rest) => plain(run, ms === 10_000 ? 3_600_000 : ms, ...rest);
  globalThis.setTimeout = Object.assign(longer, plain);`)}`;

/** Every start of a process takes seconds, and many times that on a loaded machine. */
describe('start', { timeout: 600_000 }, () => {
  test('config: the sandbox starts beside a developer’s server, on a port of its own, and nowhere else by default', () => {
    const sandboxOf = (env: Record<string, string>) => readConfig(env).sandbox;
    expect(sandboxOf({})).toMatchObject({ url: 'http://localhost:4821', port: 4821 });
    expect(sandboxOf({ PORT: '65300' })).toMatchObject({ port: 64_800 });
    expect(sandboxOf({ SANDBOX_PORT: '5000' })).toMatchObject({ url: 'http://localhost:5000', port: 5000 });
    expect(sandboxOf({ SANDBOX_URL: 'https://pay.example/' })).toMatchObject({
      url: 'https://pay.example',
      port: null,
    });
    for (const env of [{ PORT: '0' }, { NODE_ENV: 'test' }, { NODE_ENV: 'production' }])
      expect(sandboxOf(env)).toBeNull();
  });

  test('config: all invalid variables are listed at once, without their values', async () => {
    const [code, said] = await refusal(
      start({
        PORT: 'secret-port',
        NODE_ENV: 'prod',
        DATABASE_URL: 'mysql://secret',
        TRUST_PROXY: '-1',
      }),
    );
    expect(code).toBe(2);
    expect(
      said
        .split('\n')
        .map((line) => line.split(' ')[0])
        .sort(),
    ).toEqual(['DATABASE_URL', 'NODE_ENV', 'PORT', 'TRUST_PROXY']);
    expect(said).not.toContain('secret');
  });

  test('H2: a second process on the data folder refuses within 1 s, and a stale lock is taken over', async () => {
    const DATA_DIR = await dataFolder();
    const first = start({ DATA_DIR });
    await portOf(first);
    const [, said] = await refusal(start({ DATA_DIR }, 'tests/support/open-folder.ts'));
    const { ms, waits, line } = JSON.parse(said) as { ms: number; waits: number; line: string };
    expect(waits).toBe(0);
    expect(ms).toBeLessThan(1000);
    expect(line).toMatch(new RegExp(`^[^\\n]*in use by process ${first.child.pid}[^\\n]*$`));
    expect(await refusal(start({ DATA_DIR }))).toEqual([1, line]);
    first.child.kill('SIGKILL');
    await first.ended;
    const third = start({ DATA_DIR });
    await portOf(third);
    third.child.kill('SIGTERM');
    expect(await third.ended).toBe(0);
  });

  test('start: a used port, an unreachable database and an unknown niche are one line each', async () => {
    const PORT = await portInUse();
    expect(await refusal(start({ DATA_DIR: await dataFolder(), PORT }))).toEqual([
      1,
      `Port ${PORT} is in use by another program; stop that one, or set PORT to another number.`,
    ]);
    const [, away] = await refusal(start({ DATA_DIR: freshFolder(), DATABASE_URL: 'postgres://web:pw@127.0.0.1:1/x' }));
    expect(away).toBe('The database cannot be reached (ECONNREFUSED); check DATABASE_URL and that the server runs.');
    const [, unknown] = await refusal(start({ DATA_DIR: freshFolder(), NICHES: 'nosuch' }));
    expect(unknown).toMatch(/^NICHES names nosuch, but niches\/ has: .*\.$/);
  });

  test('start: a used port ends the process with PostgreSQL too', async () => {
    const PORT = await portInUse();
    const { url: DATABASE_URL } = await freshDatabase('postgres');
    const second = start({ DATA_DIR: freshFolder(), PORT, DATABASE_URL, NODE_OPTIONS: `--import=${KEEPS_IDLE}` });
    await eventually(() => expect(second.said()).toMatch(/^Port \d+ is in use[^\n]*\n$/));
    expect(await within(240_000, second.ended)).toBe(1);
  });

  test('start: an invalid address and a missing folder are named', async () => {
    const { url: DATABASE_URL } = await freshDatabase('postgres');
    for (const HOST of ['nosuch.invalid', '192.0.2.1'])
      expect(await refusal(start({ DATA_DIR: freshFolder(), DATABASE_URL, HOST }))).toEqual([
        2,
        expect.stringMatching(/^HOST [^\n]*$/),
      ]);
    const file = join(freshFolder(), 'file');
    writeFileSync(file, '');
    expect(await refusal(start({ DATA_DIR: join(file, 'data') }))).toEqual([
      1,
      expect.stringMatching(/^[^\n]*DATA_DIR/),
    ]);
    const broken = freshFolder();
    mkdirSync(join(broken, 'db'));
    writeFileSync(join(broken, 'db', 'PG_VERSION'), 'nonsense');
    expect(await refusal(start({ DATA_DIR: broken }))).toEqual([1, expect.stringMatching(/^[^\n]*DATA_DIR[^\n]*$/)]);
  });

  test('config: an unreadable address is refused by name', () => {
    for (const url of ['postgres://[', 'postgres://web:%zz@db/x'])
      for (const name of ['DATABASE_URL', 'MIGRATE_URL'])
        expect(() => readConfig({ [name]: url })).toThrow(new RegExp(`^${name} must be`));
  });

  test('H2: a lock is stale when its process id belongs to another process by now', async () => {
    const DATA_DIR = await dataFolder();
    const first = start({ DATA_DIR });
    await portOf(first);
    const lock = JSON.parse(readFileSync(join(DATA_DIR, 'db.lock'), 'utf8')) as object;
    first.child.kill('SIGKILL');
    await first.ended;
    writeFileSync(join(DATA_DIR, 'db.lock'), JSON.stringify({ ...lock, pid: process.pid }));
    await portOf(start({ DATA_DIR }));
  });

  test('H2: of six processes that find a stale lock at once exactly one takes the folder', async () => {
    const lock = JSON.stringify(join(process.cwd(), 'src/server/db/folder-lock.ts'));
    const program = (folder: string): string => `
      import { lockFolder } from ${lock};
      process.on('message', (at) => {
        while (Date.now() < at);
        try { lockFolder(${JSON.stringify(folder)}, String); process.send('taken'); } catch { process.send('refused'); }
      });
      process.send('ready');`;
    for (let round = 0; round < figure(30, 2); round += 1) {
      const folder = join(freshFolder(), 'db');
      writeFileSync(`${folder}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, since: 1 }));
      const six = Array.from({ length: 6 }, () =>
        spawn(process.execPath, ['--input-type=module', '-e', program(folder)], {
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        }),
      );
      const said = () => Promise.all(six.map(async (each) => String((await once(each, 'message'))[0])));
      await said();
      const answers = said();
      const at = Date.now() + 50;
      for (const each of six) each.send(at);
      // Each lives until all have answered: the lock of an ended owner is stale again.
      expect((await answers).sort()).toEqual([...Array<string>(5).fill('refused'), 'taken']);
      for (const each of six) each.disconnect();
    }
  });

  test('start: a broken niche.json is one line that names file and field', async () => {
    const root = freshFolder();
    for (const folder of ['niches', 'locales'])
      cpSync(folder, join(root, folder), { recursive: true, filter: (path) => !/\/(art|public)$/.test(path) });
    const file = join(root, 'niches', siteAt(0).folder, 'niche.json');
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), id: 'one' }));
    const [code, said] = await refusal(start({ DATA_DIR: join(root, 'data'), ROOT: root }));
    expect([code, said.split('\n').length]).toEqual([2, 1]);
    expect(said).toMatch(/niche\.json.*"id"/);
  });

  test('H7: SIGTERM finishes running calls and exits 0', async () => {
    // A first start, which creates the database.
    const running = start({ DATA_DIR: freshFolder() });
    const port = await portOf(running);
    const under = Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/livez`));
    expect((await Promise.all(under)).every(({ ok }) => ok)).toBe(true);
    running.child.kill('SIGTERM');
    expect(await within(60_000, running.ended)).toBe(0);
  });
});
