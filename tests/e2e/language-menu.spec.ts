// The language menu of public pages: its links, and the choice they make.
import { LANGUAGE } from '#domain/limits';
import { pathOf } from '#domain/routes';
import { expect, firstSite, origin, test } from '#tests/support/browser';

const site = firstSite();

test('DB20: the language menu keeps page and query where only the address knows them', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  const german = page.locator('.menu-list [data-language=de]');
  const toGerman = async (): Promise<void> => {
    await page.locator('.topbar details.menu summary').click();
    await german.click();
  };
  const id = crypto.randomUUID();
  await page.goto(home + pathOf('members-id-landing', 'en', { id }));
  // The link is used again, as by opening a new tab, which some versions of Chromium never load without a screen.
  await page.locator('.topbar details.menu summary').click();
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), { once: true }));
  await german.click();
  await expect(german).toHaveAttribute('href', home + pathOf('members-id-landing', 'de', { id }));
  await german.click();
  await expect(page).toHaveURL(home + pathOf('members-id-landing', 'de', { id }));
  await page.goto(`${home}${pathOf('activate-done')}?token=abc`);
  await toGerman();
  await expect(page).toHaveURL(`${home}${pathOf('activate-done', 'de')}?token=abc`);
});

test('SI5: English is chosen on a page in another language, and its link is not prefetched @desktop', async ({
  page,
  context,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await context.addCookies([{ name: LANGUAGE.cookie, value: 'fi', url: home }]);
  // Links that the browser prefetches when the pointer rests on them; a prefetched page was not chosen.
  const prefetched = new Set<string>();
  const browser = await context.newCDPSession(page);
  browser.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
    for (const { key } of preloadingAttemptSources) prefetched.add(key.url);
  });
  await browser.send('Preload.enable');
  await page.goto(home + pathOf('pricing', 'fi'));
  await page.locator('.topbar details.menu summary').click();
  const english = page.locator('.menu-list [data-language=en]');
  await english.hover();
  // An ordinary link beside it: the browser has looked at the open menu once it knows this one.
  await english.evaluate((link) => link.after(Object.assign(document.createElement('a'), { href: '/beside' })));
  await expect.poll(() => [...prefetched]).toContain(`${home}/beside`);
  expect([...prefetched]).not.toContain(await english.evaluate((link: HTMLAnchorElement) => link.href));
  await english.click();
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  await expect(page).toHaveURL(home + pathOf('pricing'));
});
