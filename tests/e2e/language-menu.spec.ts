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
  // In a new tab first: the link is used again.
  await page.locator('.topbar details.menu summary').click();
  const opened = page.context().waitForEvent('page');
  await german.click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await tab.waitForURL(home + pathOf('members-id-landing', 'de', { id }));
  await tab.close();
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
