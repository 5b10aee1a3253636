// The exported files as the server reads them: a read error is not cached.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSite } from '#server/static/files';
import { serveNamed, servePage } from '#server/static/pages';
import { freshFolder } from '../support/processes.ts';
import { siteAt } from '../support/server.ts';

test('an unfinished export is not served', () => {
  const dist = freshFolder();
  mkdirSync(join(dist, 'made'), { recursive: true });
  mkdirSync(join(dist, 'hosting', 'made'), { recursive: true });
  writeFileSync(join(dist, 'hosting', 'made', 'headers.json'), JSON.stringify({ security: {}, policies: {} }));
  expect(() => listSite(dist, 'made')).toThrow('"made" is not built, or not to the end; run: npm run build made');
});

test('SI37: a file that could not be read once is read again', async () => {
  const dist = freshFolder();
  mkdirSync(join(dist, 'made', 'deep'), { recursive: true });
  mkdirSync(join(dist, 'hosting', 'made'), { recursive: true });
  writeFileSync(join(dist, 'hosting', 'made', 'headers.json'), JSON.stringify({ security: {}, policies: {} }));
  writeFileSync(join(dist, 'hosting', 'made', 'finished'), '');
  const page = join(dist, 'made', 'index.html');
  writeFileSync(page, 'hello');
  const file = listSite(dist, 'made').files.get('/index.html');
  renameSync(page, `${page}.away`);
  await expect(file?.read(null)).rejects.toThrow();
  renameSync(`${page}.away`, page);
  expect(new TextDecoder().decode(await file?.read(null))).toBe('hello');
});

test('AC3: the address that password managers know leads to the change of the password', async () => {
  const dist = freshFolder();
  mkdirSync(join(dist, 'made'), { recursive: true });
  mkdirSync(join(dist, 'hosting', 'made'), { recursive: true });
  writeFileSync(join(dist, 'hosting', 'made', 'headers.json'), JSON.stringify({ security: {}, policies: {} }));
  writeFileSync(join(dist, 'hosting', 'made', 'finished'), '');
  const files = listSite(dist, 'made');
  const ask = (path: string) => servePage(new Request(`http://site.example${path}`), siteAt(0), files, true);
  const known = await ask('/.well-known/change-password');
  expect([known.status, known.headers.get('location')]).toEqual([303, '/settings#password']);
  expect((await ask('/.well-known/change-passwords')).status).toBe(404);
});

test('a release of before, with a folder for each page, has its pages, forms and 404 page after a rollback', async () => {
  const dist = freshFolder();
  const pages = [
    'index.html',
    'nl/index.html',
    'login/index.html',
    'nl/login/index.html',
    '404.html',
    'nl/404/index.html',
  ];
  for (const file of pages) {
    mkdirSync(join(dist, 'made', file, '..'), { recursive: true });
    writeFileSync(join(dist, 'made', file), `<form>${file}</form>`);
  }
  mkdirSync(join(dist, 'hosting', 'made'), { recursive: true });
  const policies = {
    members: 'm',
    public: 'p',
    pages: Object.fromEntries(pages.map((file) => [file, `policy of ${file}`])),
  };
  writeFileSync(join(dist, 'hosting', 'made', 'headers.json'), JSON.stringify({ security: {}, policies }));
  writeFileSync(join(dist, 'hosting', 'made', 'finished'), '');
  const files = listSite(dist, 'made');
  const request = (path: string): Request => new Request(`http://site.example${path}`);
  const about = async (answer: Response) => [
    answer.status,
    answer.headers.get('content-security-policy'),
    await answer.text(),
  ];
  for (const [path, status, file] of [
    ['/login', 200, 'login/index.html'],
    ['/nl/login', 200, 'nl/login/index.html'],
    ['/nl', 200, 'nl/index.html'],
    ['/nowhere', 404, '404.html'],
    ['/nl/nowhere', 404, 'nl/404/index.html'],
  ] as const)
    expect(await about(await servePage(request(path), siteAt(0), files, true)), path).toEqual([
      status,
      `policy of ${file}`,
      `<form>${file}</form>`,
    ]);
  // On which a refused form is drawn.
  const drawn = await serveNamed(request('/api/login.php'), siteAt(0), files, '/login', { status: 422 });
  expect(await about(drawn)).toEqual([422, 'policy of login/index.html', '<form>login/index.html</form>']);
});
