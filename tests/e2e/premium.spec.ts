// The premium page, and the way from there to the packages and back to a waiting chat.
import { CHAT, FREE, PREMIUM } from '#domain/limits';
import { pathOf } from '#domain/routes';
import { expect, firstSite, logIn, origin, test, words } from '#tests/support/browser';
import { expectSoundPage, premium } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

test('CR7 DB13: the premium page says what Premium gives beside what is free, and keeps the chat that waits', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(`${home}${pathOf('premium')}?for=someone`);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
  await expect(row(t('premium:conversations'))).toHaveText([
    t('premium:in_total', { count: FREE.conversations }),
    t('premium:per_day', { count: CHAT.newPerDay }),
  ]);
  await expect(row(t('premium:own_photos'))).toHaveText([
    t('premium:up_to', { count: FREE.photos }),
    t('premium:up_to', { count: PREMIUM.photos }),
  ]);
  await expectSoundPage(page);
  await page.getByRole('link', { name: t('credits:to_packages') }).click();
  await page.waitForURL(/\/credits\?for=someone$/);
});

test('CR21: a member who has paid is told that they have Premium', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home, premium);
  await page.goto(home + pathOf('premium'));
  await expect(page.getByText(t('credits:paid_premium'))).toBeVisible();
  await expectSoundPage(page);
});
