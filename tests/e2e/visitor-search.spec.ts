// The search without a login, at a site that permits it: a copy of a brand with other settings.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathOf } from '#domain/routes';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  logIn,
  origin,
  test,
  words,
} from '#tests/support/browser';
import { freePort } from '#scripts/testing/free-port';
import { copyProject, type ProjectCopy } from '#tests/support/project-copy';

const site = firstSite();
const t = words(site, 'en');
const SOURCE = '?network=net&ref=partner';
const search = pathOf('members') + SOURCE;
const WIDE = { width: 1280, height: 800 };
let copy: ProjectCopy;
let server: ChildProcess;
let home: string;

// One export for all of them.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  // It builds a site and starts a server, which seeds.
  test.setTimeout(900_000);
  copy = copyProject();
  copy.keepLanguages('en', 'de');
  const niche = `niches/${site.folder}/niche.json`;
  copy.setField(niche, 'logged_out_search_trafficsource', 'other');
  // All demo members live in one country, so that the few visible to visitors fill more than a page.
  copy.setField(niche, 'countries', site.siteSettings.countries.slice(0, 1));
  const built = copy.script('build', '--fast', site.folder);
  if (built.code !== 0) throw new Error(built.output);
  const port = await freePort();
  server = spawn(process.execPath, ['scripts/start.ts', '--no-build'], {
    cwd: copy.root,
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(await freePort()),
      NICHES: site.folder,
      DATA_DIR: copy.path('data'),
      TRUST_PROXY: '1',
    },
    stdio: 'ignore',
  });
  home = origin(site, `http://127.0.0.1:${port}`);
  await expect(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).ok).toBe(true)).toPass({
    timeout: 600_000,
  });
});

test.afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill();
  await ended;
  copy.remove();
});

test('ME12 ME14 AU32 SH24: a visitor browses, filters and turns pages, and a card leads to the signup with the source', async ({
  page,
}) => {
  const asked = new Set<string>();
  page.on('request', (request) => void asked.add(new URL(request.url()).pathname));
  await page.goto(home + search);
  const cards = page.locator('.grid-people a.card-person');
  await expect(cards).toHaveCount(24);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('members:heading'));
  await expect(page.locator('.bottombar:visible, .topnav:visible')).toHaveCount(0);
  await expect(page.locator('.banners > *')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: t('members:visitor_heading') })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);

  const like = page.locator('.grid-people .like').first();
  await like.click();
  const dialog = page.getByRole('dialog', { name: t('shell:login_like') });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  const toProfile = await dialog.getByRole('link', { name: t('shell:login') }).getAttribute('href');
  expect(toProfile).toMatch(/^\/login\?to=%2Fmembers%2F[\da-f-]{36}%3Fwanted%3Dlike$/);
  await page.keyboard.press('Escape');
  await expect(like).toBeFocused();

  await page.getByRole('link', { name: t('members:next') }).click();
  await expect(page).toHaveURL(`${home}${search}&page=2`);
  await expect(cards.first()).toBeVisible();
  await page.getByRole('button', { name: t('members:filters') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByLabel(t('members:two_way'))).toHaveCount(0);
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: t('members:gender_male'), exact: true })
    .check();
  await page.getByRole('button', { name: t('members:show') }).click();
  await expect(page).toHaveURL(`${home}${search}&gender=male`);
  await expect(cards.first()).toBeVisible();
  // Nothing that needs a session, no live connection, and no prefetched page of the members area.
  const paths = [...asked].filter((path) => !/\.\w+$/.test(path) || path.startsWith('/api/')).sort();
  expect(paths).toEqual(['/api/members.php', '/api/regions.php', '/api/settings.php', pathOf('members')]);

  const id = /[0-9a-f-]{36}/.exec((await cards.first().getAttribute('href')) ?? '')?.[0] ?? '';
  await cards.first().click();
  await page.waitForURL(home + pathOf('members-id-signup', 'en', { id }) + SOURCE);
  await expect(page.locator('input[name=network]').first()).toHaveValue('net');
});

test('ME12: by keyboard alone to the login, on a wide screen', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await page.goto(home + search);
  await expect(page.locator('a.card-person').first()).toBeVisible();
  await expect(page.getByText(t('members:order_activity'))).toHaveCount(0);
  await expect(page.locator('.topnav')).toBeHidden();
  await expect(page.locator('.brand:visible')).toHaveAttribute('href', pathOf('index'));
  await expectAccessible(page);
  const login = page.getByRole('banner').getByRole('link', { name: t('shell:login') });
  const ways: string[] = [];
  for (let press = 0; press < 12 && !(await login.evaluate((link) => link === document.activeElement)); press += 1) {
    await page.keyboard.press('Tab');
    ways.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''));
  }
  await expect(login, ways.join(', ')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(home + pathOf('login') + SOURCE);
});

test('ME11: a visitor without permission to search is led to the login, on every page of the members area', async ({
  page,
}) => {
  for (const path of [pathOf('members'), pathOf('likes')]) {
    await page.goto(home + path);
    await page.waitForURL(`${home}${pathOf('login')}?to=${encodeURIComponent(path)}`);
  }
  const path = pathOf('likes') + SOURCE;
  await page.goto(home + path);
  await page.waitForURL(`${home}${pathOf('login')}?to=${encodeURIComponent(path)}${SOURCE.replace('?', '&')}`);
  // A new visitor joins with their source.
  await page.locator('main a[href*="/signup"]').first().click();
  await expect(page.locator('input[name=network]').first()).toHaveValue('net');
});

test.describe('with photos that load while the session ends', () => {
  test.use({ refusals: true });

  test('ME11 AU2: after a login the search is as usual, and a logout returns to the login', async ({ page }) => {
    await logIn(page, site, home);
    await expect(page.locator('a.card-person').first()).toHaveAttribute('href', /^\/members\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { name: t('members:visitor_heading') })).toHaveCount(0);
    await page.locator('.bottombar summary:visible, header summary.account:visible').click();
    await page
      .getByRole('button', { name: t('shell:logout') })
      .locator('visible=true')
      .click();
    await page.waitForURL(home + pathOf('login'));
  });
});
