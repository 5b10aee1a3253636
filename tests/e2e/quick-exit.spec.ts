// The quick exit: a key that the member turns on, on every page and in dialogs, and a button that does the same.
import type { Page } from '@playwright/test';
import { QUICK_EXIT } from '#domain/quick-exit';
import { pathOf } from '#domain/routes';
import { memberScreens } from '#scripts/screenshots/member-screens';
import { expect, expectAccessible, firstSite, origin, test, words } from '#tests/support/browser';
import { sampled } from '#tests/support/samples';
import { newcomer, newMember } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

/** Another host is not there in tests. */
async function answerForNeutralPage(page: Page): Promise<void> {
  const answer = { contentType: 'text/html', body: '<title>Wikipedia</title>' };
  await page.context().route(`${QUICK_EXIT.to}**`, (route) => route.fulfill(answer));
}

test('AC11: three presses of Escape leave for a neutral page once it is turned on, and the button leaves at once @desktop', async ({
  baseURL,
  browser,
  watch,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  await answerForNeutralPage(page);
  const leave = async (): Promise<void> => {
    for (let times = 0; times < QUICK_EXIT.times; times += 1) await page.keyboard.press(QUICK_EXIT.key);
  };
  const settings = `${home + pathOf('settings')}#quick-exit`;
  await page.goto(settings);
  await leave();
  const key = page.getByRole('switch', { name: t('settings:quick_exit_key') });
  await expect(key).not.toBeChecked();
  await expectAccessible(page);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await key.check();
  expect((await saved).status()).toBe(204);

  await page.goto(home + pathOf('members'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  const loaded = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/user.php');
  await page.reload();
  await loaded;
  await expect(async () => {
    await leave();
    await expect(page).toHaveURL(QUICK_EXIT.to, { timeout: 500 });
  }).toPass();
  await page.goto(settings);
  await page.getByRole('button', { name: t('settings:quick_exit_now') }).click();
  await expect(page).toHaveURL(QUICK_EXIT.to);
  watch.foreign.length = 0;
});

/** Screens in an ordinary run. */
const SCREENS = 4;

test.describe('on every page', () => {
  // Screens of a new member name what there is not yet.
  test.use({ refusals: true });

  test('AC11: the key leaves from every page of the members area, and nothing leads back to it @desktop', async ({
    baseURL,
    browser,
    watch,
  }) => {
    const home = origin(site, baseURL);
    const page = await newMember(browser, site, home, newcomer());
    await answerForNeutralPage(page);
    const id = (await page.locator('a.card-person').first().getAttribute('href'))?.split('/').at(-1) ?? '';
    await page.goto(`${home + pathOf('settings')}#quick-exit`);
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('switch', { name: t('settings:quick_exit_key') }).check();
    await saved;
    // One has nothing to show, the other is public.
    const { payment: _, 'lang-config': __, ...screens } = memberScreens({ member: id, payment: '', partner: id });
    for (const [name, path] of sampled('screens to leave', Object.entries(screens), SCREENS)) {
      await page.goto(`${home}/robots.txt`);
      await page.goto(home + path);
      await expect(page.locator('html[data-world="members"]'), name).toBeAttached();
      await expect(async () => {
        for (let times = 0; times < QUICK_EXIT.times; times += 1) await page.keyboard.press(QUICK_EXIT.key);
        await expect(page, name).toHaveURL(QUICK_EXIT.to, { timeout: 500 });
      }).toPass();
      await page.goBack();
      await expect(page, name).toHaveURL(`${home}/robots.txt`);
    }
    watch.foreign.length = 0;
  });
});
