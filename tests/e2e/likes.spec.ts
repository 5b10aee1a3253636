// The likes at their addresses, a profile among them, and the like that an address shows by itself.
import type { Page, TestInfo } from '@playwright/test';
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
import { demoLogins } from '#scripts/seed/demo';

const site = firstSite();
const t = words(site, 'en');

/** A member with likes of every kind, who never opens the received ones here; each screen has its own, as showing a like changes it. */
async function logInLively(page: Page, baseURL: string | undefined, { project }: TestInfo): Promise<string> {
  const email = project.name === 'phone' ? 'us@demo.example' : 'gb@demo.example';
  const who = demoLogins.find((login) => login.email === email);
  const home = origin(site, baseURL);
  await logIn(page, site, home, who);
  return home;
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: t('likes:tabs') }).getByRole('link', { name: t(`likes:tab_${name}`) });

test('LI2 LI3: each list of likes has its address, which opens it and survives a reload', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(home + pathOf('likes'));
  await expect(tab(page, 'received')).toHaveAttribute('aria-current', 'page');
  await tab(page, 'sent').click();
  await expect(page).toHaveURL(home + pathOf('likes-type', 'en', { type: 'sent' }));
  await page.reload();
  await expect(tab(page, 'sent')).toHaveAttribute('aria-current', 'page');
  await page.goto(home + pathOf('likes-type', 'en', { type: 'matches' }));
  await expect(tab(page, 'matches')).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.goto(home + pathOf('likes-type', 'en', { type: 'nothing' }));
  await expect(tab(page, 'received')).toHaveAttribute('aria-current', 'page');
});

test('LI4: a profile among the likes is the same profile, and leads back to its list', async ({
  page,
  baseURL,
}, info) => {
  const home = await logInLively(page, baseURL, info);
  await page.goto(home + pathOf('likes-type', 'en', { type: 'matches' }));
  await page.locator('a.card-person').first().click();
  await page.waitForURL(/\/likes\/m\/[0-9a-f-]{36}$/);
  const name = page.getByRole('heading', { level: 1 });
  await expect(name).toBeVisible();
  await expect(page.locator('.btn-like')).toBeVisible();
  await expectAccessible(page);
  const text = (await name.textContent()) ?? '';
  const address = page.url();
  await page.getByRole('link', { name: t('members:to_likes') }).click();
  await expect(page).toHaveURL(home + pathOf('likes-type', 'en', { type: 'matches' }));
  await page.goto(address.replace('/likes/m/', '/members/'));
  await expect(name).toHaveText(text);
});

test('LI9 LI10 LI12 LI13 LI14: the address shows a new like after its seconds; pressing leads to the profile or closes', async ({
  page,
  baseURL,
}, info) => {
  const home = await logInLively(page, baseURL, info);
  await page.goto(`${home}${pathOf('credits')}?t=1`);
  await expect(page).toHaveURL(home + pathOf('credits'));
  const dialog = page.getByRole('dialog');
  const reloaded = page.waitForRequest(/\/api\/likes-news\.php/);
  await expect(dialog.getByRole('heading')).toBeVisible();
  await reloaded;
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await dialog.getByRole('button', { name: t('likes:match_later') }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`${home}${pathOf('credits')}?t=0`);
  await expect(dialog).toBeVisible();
  const profile = dialog.getByRole('link', { name: t('likes:like_open') });
  const href = (await profile.getAttribute('href')) ?? '';
  expect(href).toMatch(/^\/likes\/m\/[0-9a-f-]{36}$/);
  await profile.click();
  await page.waitForURL(home + href);
  await expect(dialog).toBeHidden();
  await expect(page.locator('.likes-me')).toBeVisible();
});
