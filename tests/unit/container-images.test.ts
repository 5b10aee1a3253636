// What gets into the images, and how nginx of compose.yaml finds servers and the files of the image before.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '#scripts/build/export';
import { nginxShared } from '#scripts/build/nginx';
import { SHARED } from '#scripts/export-freshness';
import { stagesOf } from '../support/dockerfile.ts';
import { baseImage, buildImages, copyContext, whyNoImages } from '../support/image-folders.ts';
import { freshFolder } from '../support/processes.ts';

const IGNORED = readFileSync('.dockerignore', 'utf8');
const whyNot = whyNoImages();
if (whyNot) console.warn(`The steps of the image of nginx are not done here. ${whyNot}`);

function write(folder: string, files: readonly string[]): string {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  return folder;
}

test('no secret, no data and no backup beside the project gets into an image, and all that a build reads does', () => {
  const kept = ['.env', '.env.production', 'niches/made/.env', 'src/tls.key', 'backups/database.dump', 'members.sql'];
  const out = [...kept, 'data/db/PG_VERSION', 'releases/a/x', 'dist/made/index.html', '.git/config', 'tests/a.test.ts'];
  const read = ['.npmrc', 'package.json', 'scripts/serve.ts', 'niches/made/niche.json'];
  const sources = SHARED.map((path) => (/\.\w+$/.test(path) ? path : `${path}/a.ts`));
  const target = freshFolder();
  copyContext(write(freshFolder(), [...out, ...read, ...sources]), target, IGNORED);
  expect(filesIn(target).sort()).toEqual([...new Set([...read, ...sources])].sort());
});

test('a new image keeps the hashed files of the image before, also when it starts again, and no older ones', () => {
  const kept = freshFolder();
  const image = (version: number): string =>
    write(freshFolder(), [
      `made/index.html`,
      `made/_astro/${version}.js`,
      `made/_astro/${version}.js.br`,
      'another/assets/same.css',
    ]);
  const scriptsAfterStart = (dist: string): string[] => {
    const { status, stderr } = spawnSync('sh', ['deploy/keep-assets.sh', dist, kept], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    return filesIn(dist)
      .filter((file) => file.endsWith('.js'))
      .sort();
  };
  const [first, second, third] = [image(1), image(2), image(3)] as const;
  expect(scriptsAfterStart(first)).toEqual(['made/_astro/1.js']);
  for (const at of ['first start', 'second start'])
    expect(scriptsAfterStart(second), at).toEqual(['made/_astro/1.js', 'made/_astro/2.js']);
  expect(scriptsAfterStart(third)).toEqual(['made/_astro/2.js', 'made/_astro/3.js']);
  expect(filesIn(third)).toContain('made/_astro/2.js.br');
  // Back to the image before, made anew.
  expect(scriptsAfterStart(image(2))).toEqual(['made/_astro/2.js', 'made/_astro/3.js']);
});

if (whyNot === null)
  test('nginx looks up both servers again, which get new addresses with each update, and has room for their members', () => {
    const folder = freshFolder();
    const exported = baseImage(join(folder, 'exports'));
    const hosting = join(exported.root, 'srv/matchloom/dist/hosting');
    mkdirSync(hosting, { recursive: true });
    writeFileSync(join(hosting, 'nginx.conf'), nginxShared(null));
    const stages = stagesOf(readFileSync('Dockerfile', 'utf8')).filter(({ name }) => name === 'web');
    const building = { context: process.cwd(), ignored: IGNORED, folder, isLeftOut: () => false };
    const root = buildImages(stages, building, new Map([['exports', exported]])).get('web')?.root ?? '';
    const written = readFileSync(join(root, 'srv/matchloom/dist/hosting/nginx.conf'), 'utf8');
    expect(
      /upstream matchloom \{\n([^}]*)\}/
        .exec(written)?.[1]
        ?.trim()
        .split(/\s*\n\s*/),
    ).toEqual([
      'zone matchloom 64k;',
      'server server-1:4321 max_fails=0 resolve;',
      'server server-2:4321 max_fails=0 resolve;',
    ]);
    expect(readFileSync(join(root, 'etc/nginx/nginx.conf'), 'utf8')).toMatch(
      /^worker_rlimit_nofile 20000;\n[^]*\bworker_connections 8192;\n\}\n$/,
    );
    expect(readdirSync(join(root, 'etc/nginx/conf.d')).sort()).toEqual(['containers.conf', 'matchloom.conf']);
    expect(readFileSync(join(root, 'etc/nginx/conf.d/containers.conf'), 'utf8')).toContain(
      'resolver 127.0.0.11 valid=5s;\n',
    );
  });
