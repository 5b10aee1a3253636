// The steps of the Dockerfile, done in folders, and the server started from them as an engine would start it.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#scripts/testing/free-port';
import { stagesOf } from '../support/dockerfile.ts';
import { eventually } from '../support/eventually.ts';
import { buildImages, type Container, type Image, startContainer, whyNoImages } from '../support/image-folders.ts';
import { postgresPrograms, startPostgres } from '../support/postgres.ts';
import { freshFolder, postJson } from '../support/processes.ts';
import { copyProject, type ProjectCopy } from '../support/project-copy.ts';
import { commandsAfter } from '../support/readme.ts';
import { sites, siteAt } from '../support/server.ts';

const whyNot = whyNoImages();
if (whyNot) console.warn(`The steps of the Dockerfile are not done here. ${whyNot}`);

const OWNER_ONLY = 0o700;
const SETTINGS = {
  ...{
    POSTGRES_PASSWORD: 'Zk3vPq80',
    OWNER_PASSWORD: 'Zk3vPq81',
    WEB_PASSWORD: 'Zk3vPq82',
    BACKUP_PASSWORD: 'Zk3vPq83',
  },
  ...{ ALLOW_NO_PROVIDER: '1', ALLOW_PLACEHOLDERS: '1', SMTP_URL: 'smtp://127.0.0.1:1' },
  PUBLIC_ORIGIN: `https://${siteAt(0).siteSettings.domain}`,
};
const MEMBER = {
  ...{
    email: 'anna@example.test',
    name: 'Anna Bloom',
    password: 'seven green bottles',
    gender: 'male',
    seeks: 'female',
  },
  ...{ country: siteAt(0).siteSettings.countries[0], date_of_birth: '1988-06-15', terms: 'yes', consent: 'yes' },
};

/** Two brands in two languages, with secrets beside them. */
function project(): ProjectCopy {
  const copy = copyProject();
  onTestFinished(() => copy.remove());
  copy.keepLanguages('en', 'nl');
  for (const { folder } of sites.slice(2)) rmSync(copy.path('niches', folder), { recursive: true });
  const lines = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(copy.path('.env'), lines.join(''));
  return copy;
}

/** What compose.yaml sets, with the values of `.env`; the service `database` is at `host`. */
function environment(text: string, host: string): Record<string, string> {
  const compose = parse(text) as {
    services: { 'server-1': { environment: Record<string, string | number> } };
  };
  const values: Readonly<Record<string, string>> = SETTINGS;
  const filled = (setting: string): string =>
    setting.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name: string, other = '') => values[name] ?? String(other));
  return Object.fromEntries(
    Object.entries(compose.services['server-1'].environment).map(([name, value]) => [
      name,
      filled(String(value)).replace('@database/', `@${host}/`),
    ]),
  );
}

/** The service `database` of compose.yaml: PostgreSQL, whose first start runs two files of ours. */
async function openDatabase() {
  const cluster = await startPostgres({});
  onTestFinished(() => cluster.stop());
  const { hostname, port } = new URL(cluster.url);
  const env = {
    ...process.env,
    ...SETTINGS,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: 'postgres',
    POSTGRES_USER: 'postgres',
  };
  const run = (line: string): void => {
    const { status, stderr } = spawnSync('sh', ['-ec', line], {
      env: { ...env, POSTGRES_DB: 'matchloom' },
      encoding: 'utf8',
    });
    expect([line, status, stderr]).toEqual([line, 0, expect.any(String)]);
  };
  const create = (): void => {
    for (const line of [
      'createdb matchloom',
      'psql -q -d matchloom -f scripts/database/roles.sql',
      'deploy/passwords.sh',
    ])
      run(line);
  };
  create();
  return { host: `${hostname}:${port}`, recreate: () => void (run('dropdb matchloom'), create()) };
}

/** A volume that an engine makes takes its owner and its rights from the image. */
function volumeOf(image: Image, path: string): string {
  const { uid, gid, mode } = statSync(join(image.root, path));
  const folder = join(freshFolder(), 'volume');
  mkdirSync(folder);
  chownSync(folder, uid, gid);
  chmodSync(folder, mode & 0o777);
  chmodSync(join(folder, '..'), 0o755);
  return folder;
}

async function ended(container: Container): Promise<string> {
  expect([await container.ended, container.said()]).toEqual([0, expect.any(String)]);
  return container.said();
}

/** The words after the service in a line such as `docker compose run … server-1 npm run backup`. */
const wordsOf = (line: string): string[] => (line.split(' server-1 ')[1] ?? '').split(' ');

test('with the values of .env, no setting that compose.yaml gives a server has a hole', () => {
  const env = environment(readFileSync('compose.yaml', 'utf8'), '127.0.0.1:5432');
  expect(Object.entries(env).filter(([, value]) => /[${}]|@database/.test(value))).toEqual([]);
  expect(env).toMatchObject({
    DATABASE_URL: `postgres://matchloom_web:${SETTINGS.WEB_PASSWORD}@127.0.0.1:5432/matchloom`,
    PUBLIC_ORIGIN: SETTINGS.PUBLIC_ORIGIN,
  });
});

if (whyNot === null)
  test(
    'the Dockerfile’s steps give a server that runs read-only as an ordinary user, is backed up and restored; its base images and apt-get are not tried',
    { timeout: 2_400_000 },
    async () => {
      const copy = project();
      const leftOut: string[] = [];
      const isLeftOut = (line: string): boolean => line.startsWith('apt-get ') && leftOut.push(line) > 0;
      const building = { context: copy.root, ignored: copy.text('.dockerignore'), folder: freshFolder(), isLeftOut };
      const images = buildImages(stagesOf(copy.text('Dockerfile')), building);
      const [server, web] = [images.get('server'), images.get('web')];
      if (!server || !web) throw new Error('The Dockerfile lacks a stage.');
      expect(leftOut).toHaveLength(1);
      expect(existsSync(join(web.root, 'srv/matchloom/dist', siteAt(0).folder, 'index.html'))).toBe(true);
      expect(existsSync(join(server.root, 'srv/matchloom/.env'))).toBe(false);
      expect([server.user, server.volumes]).toEqual(['node', ['/var/lib/matchloom']]);

      const database = await openDatabase();
      const [port, metricsPort] = [await freePort(), await freePort()];
      const env = {
        ...environment(copy.text('compose.yaml'), database.host),
        ...{ PORT: String(port), METRICS_PORT: String(metricsPort), PG_BIN: postgresPrograms() },
      };
      const data = volumeOf(server, '/var/lib/matchloom');
      expect([statSync(data).uid, statSync(data).mode & 0o777]).toEqual([1000, OWNER_ONLY]);
      const backups = volumeOf(server, '/home/node');
      chownSync(backups, 1000, 1000);
      const volumes = { '/var/lib/matchloom': data };
      const start = (words?: readonly string[]): Container =>
        startContainer(server, { ...volumes, '/backups': backups }, env, words);
      const status = (path: string, at = port): Promise<number> =>
        fetch(`http://127.0.0.1:${at}${path}`).then((answer) => answer.status);

      expect(await ended(start(['sh', '-c', 'id -u; touch /srv/matchloom/x 2> /dev/null || echo read-only']))).toBe(
        '1000\nread-only\n',
      );
      const running = start();
      onTestFinished(() => running.kill());
      await eventually(async () =>
        expect([await status('/readyz'), running.said()]).toEqual([200, expect.any(String)]),
      );
      expect([await status('/livez'), await status('/metrics', metricsPort)]).toEqual([200, 200]);
      await ended(start(server.healthcheck.map((word) => word.replace(':4321/', `:${port}/`))));
      const { domain } = siteAt(0).siteSettings;
      expect(await postJson(port, { host: domain, path: '/api/signup.php', json: MEMBER })).toBe(200);

      const [, backup = ''] = commandsAfter('Containers', 2);
      expect(await ended(start(wordsOf(backup)))).toMatch(/^Saved \d+ rows/);
      running.stop();
      expect(await running.ended).toBe(0);
      await expect(status('/livez')).rejects.toThrow();
      const [, restore = ''] = commandsAfter('Containers', 3);
      const [made = ''] = readdirSync(backups);
      database.recreate();
      expect(await ended(start(wordsOf(restore.replace(/matchloom-\d\S+/, made))))).toMatch(/^Restored \d+ rows/);
    },
  );
