// The inline scripts of pages: their use of the address and of the device's storage, on static hosts and odd devices
// too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { trackingAliases, trackingIn, trackingNames } from '#domain/tracking';
import { expect, expectDrawn, firstSite, keptOn, origin, test, words } from '#tests/support/browser';
import { fillSignup, newVisitor } from '#tests/support/signing-up';

const site = firstSite();
const t = words(site, 'en');
const consent = (page: Page) => page.getByRole('complementary', { name: t('site:consent_heading') });
const warning = (page: Page) => page.getByRole('dialog', { name: t('site:entry_heading') });
/** The values that a form of the page would send. */
const sentBy = (page: Page, form: string): Promise<Record<string, string>> =>
  page
    .locator(form)
    .evaluate((each) => Object.fromEntries(new FormData(each as HTMLFormElement)) as Record<string, string>);

test('SG25: a page’s script reads the address as the server does @desktop', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  const body = readFileSync(join('dist', site.folder, 'index.html'), 'utf8');
  await page.route(`${home}/?*`, (asked) => asked.fulfill({ body, contentType: 'text/html; charset=utf-8' }));
  const all = [...trackingNames, ...Object.keys(trackingAliases)];
  const naming = (names: readonly string[]): string => names.map((name) => `${name}=${name}`).join('&');
  const queries = [
    ...all.map((name) => `${name}=v%261`),
    naming(all),
    ...all.map((left) => naming(all.filter((name) => name !== left))),
    'aff_sub=x&aff_sub1=y',
    'aff_network=n&subs=s&sub4=4&xsub=x&aff_ref=r',
    'network=first&network=second',
    'ref=&ref=x',
    'sub1=&sub1=a&sub=b',
    `network=${'n'.repeat(201)}&network=ok`,
    `ref=${'r'.repeat(200)}&network=${'n'.repeat(201)}&sub2=`,
  ];
  for (const query of queries) {
    await page.goto(`${home}/?${query}`, { waitUntil: 'domcontentloaded' });
    expect([query, await sentBy(page, '.hero form')]).toEqual([query, trackingIn(new URLSearchParams(query))]);
  }
});

test('SG26 SA5: a visitor led to the login keeps the source, and has not joined @desktop', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await page.goto(home);
  await page.evaluate(() => Object.assign(localStorage, { consent: 'yes', tracking: 'network=net' }));
  await page.goto(home + pathOf('likes', 'nl'));
  await expect(page).toHaveURL(`${home}${pathOf('login', 'nl')}?to=${encodeURIComponent(pathOf('likes', 'nl'))}`);
  expect(await keptOn(page)).toContain('tracking');
  // The query of the page does not change where the login leads.
  const wanted = `${pathOf('likes')}?to=https://evil.example/&network=net&aff_sub=deal%201`;
  await page.goto(home + wanted);
  await expect(page).toHaveURL(/\/login\?/);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('network'), searchParams.get('aff_sub')]).toEqual(['net', 'deal 1']);
  await expect(page.locator('[name=return_to]')).toHaveValue(wanted);
});

test.describe('a page that is drawn again', () => {
  test.use({ refusals: true });

  test('SG26: it keeps the source of its form, against that of another visit @desktop', async ({ page, baseURL }) => {
    await page.goto(`${origin(site, baseURL)}${pathOf('signup')}?ref=own`);
    await fillSignup(page, site, 'en', newVisitor());
    await page.getByLabel(t('auth:password'), { exact: true }).fill('short');
    await page.evaluate(() => Object.assign(localStorage, { consent: 'yes', tracking: 'network=other&sub1=s' }));
    await page.getByRole('button', { name: t('signup:submit'), exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
    await expectDrawn(page);
    const { ref, network, sub1 } = await sentBy(page, 'main form[action^="/api/signup"]');
    expect({ ref, network, sub1 }).toEqual({ ref: 'own', network: '', sub1: '' });
    expect(await page.evaluate(() => localStorage.getItem('tracking'))).toBe('ref=own');
  });
});

test.describe('odd devices', () => {
  test.use({ hasEntered: false });

  test('SG26 LA18: a full device stores nothing, and the page works nevertheless @desktop', async ({
    page,
    baseURL,
  }) => {
    const home = origin(site, baseURL);
    await page.goto(`${home}/robots.txt`);
    await page.evaluate(() => {
      for (let size = 2 ** 23; size >= 1; size /= 2)
        try {
          for (;;) localStorage[`filler${localStorage.length}`] = 'x'.repeat(size);
        } catch {
          // There is no room left for that size.
        }
    });
    await page.goto(`${home}/?network=net`);
    await page.getByRole('button', { name: t('site:entry_yes', { age: 18 }) }).click();
    await expect(warning(page)).toBeHidden();
    expect(await sentBy(page, '.hero form')).toMatchObject({ network: 'net' });
    await consent(page)
      .getByRole('button', { name: t('site:consent_no') })
      .click();
    await expect(consent(page)).toBeHidden();
    expect((await keptOn(page)).filter((name) => !name.startsWith('filler'))).toEqual([]);
  });

  test('a browser without storage reaches the login nevertheless @desktop', async ({ page, baseURL }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Denied', 'SecurityError');
        },
      }),
    );
    await page.goto(origin(site, baseURL) + pathOf('likes'));
    await expect(page).toHaveURL(/\/login\?to=%2Flikes/);
    await page.getByRole('button', { name: t('site:entry_yes', { age: 18 }) }).click();
    await expect(warning(page)).toBeHidden();
  });
});
