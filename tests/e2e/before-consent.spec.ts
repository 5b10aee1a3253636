// Storage on a visitor's device before any choice: none, on every kind of public page; and what using the site may
// store.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, expectDrawn, firstSite, origin, sites, test, words } from '#tests/support/browser';
import { publicPages, someMember } from '#tests/support/public-pages';
import { sampled } from '#tests/support/samples';
import { fillSignup, newVisitor, sendSignup } from '#tests/support/signing-up';

const SOURCE = 'network=net&sub1=deal';

/** Everything a browser stores for a site, by kind and name. */
async function kept(page: Page): Promise<string[]> {
  const cookies = (await page.context().cookies()).map(({ name }) => `cookie ${name}`);
  const others = await page.evaluate(async () => [
    ...Object.keys(localStorage).map((name) => `local ${name}`),
    ...Object.keys(sessionStorage).map((name) => `session ${name}`),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ...(await caches.keys()).map((name) => `cache ${name}`),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => `worker ${scope}`),
  ]);
  return [...cookies, ...others].sort();
}

const withSource = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}${SOURCE}`;

test.use({ hasEntered: false, refusals: true });

// Each kind of page is checked at one of the sites; an ordinary run takes some.
for (const [at, site] of sampled('before consent', [...sites.entries()], 2))
  test(`SA5: a visitor who has chosen nothing has nothing stored by any page of ${site.folder} @desktop`, async ({
    page,
    baseURL,
  }) => {
    const home = origin(site, baseURL);
    /** Each finding, and the first page that had it. */
    const found = new Map<string, string>();
    const look = async (where: string): Promise<void> => {
      for (const name of await kept(page)) found.set(name, found.get(name) ?? where);
    };
    for (const kind of publicPages(firstSite()).filter((_, number) => number % sites.length === at)) {
      const { id } = kind.path('nl', 'some-member').includes('some-member') ? await someMember(page, home) : { id: '' };
      await kind.standIn?.(page, site, 'nl');
      await page.goto(withSource(home + kind.path('nl', id)), { waitUntil: 'load' });
      await expectDrawn(page);
      await look(kind.name);
    }
    // Covers late work of a page, and its unload.
    await page.goto(`${home}/robots.txt`);
    await look('after the last page');
    expect([...found]).toEqual([]);
  });

test('SA5: the entry, a choice of language and the signup store only what they need @desktop', async ({
  page,
  baseURL,
}) => {
  const site = firstSite();
  const home = origin(site, baseURL);
  const t = words(site, 'nl');
  await page.goto(withSource(home + pathOf('signup', 'nl')));
  await page.getByRole('button', { name: t('site:entry_yes', { age: 18 }) }).click();
  expect(await kept(page)).toEqual(['local entry']);
  await page.locator('header details:has([data-language]) > summary').click();
  await page.locator('header a[data-language="de"]').click();
  await page.waitForURL(/\/de\/signup/);
  expect(await kept(page)).toEqual(['cookie locale', 'local entry']);
  await fillSignup(page, site, 'de', newVisitor());
  await sendSignup(page, site, 'de');
  await page.waitForURL(home + pathOf('complete-signup', 'de'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words(site, 'de')('signup:message_heading'));
  await expect
    .poll(() => kept(page))
    .toEqual([
      'cache offline',
      'cookie auth.hint',
      'cookie auth.known',
      'cookie auth.session',
      'cookie locale',
      'local entry',
      'local kept:banners',
    ]);
});
