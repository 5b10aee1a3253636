// The quick exit: a key that the member turns on, on every page and in dialogs, and a button that does the same.
import { QUICK_EXIT } from '#domain/quick-exit';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, firstSite, origin, test, words } from '#tests/support/browser';
import { newcomer, newMember } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

test('AC11: three presses of Escape leave for a neutral page once it is turned on, and the button leaves at once @desktop', async ({
  baseURL,
  browser,
  watch,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  await page
    .context()
    .route(`${QUICK_EXIT.to}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Wikipedia</title>' }),
    );
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
