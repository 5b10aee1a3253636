// Having one's main photo verified, in a browser: the gesture comes with the main photo, the selfie waits, and is taken back.
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { plainJpeg } from '#tests/support/pictures';
import { joinAndLogIn } from '#tests/support/signing-up';

const site = firstSite();
const t = words(site, 'en');

test('DE88: a main photo brings the gesture; a selfie is sent, waits and is taken back', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  await page.goto(home + pathOf('profile'));
  await expect(page.getByText(t('selfies:needs_main'))).toBeVisible();
  const file = async (name: string) => ({ name, buffer: await plainJpeg(900, 1200), mimeType: 'image/jpeg' });
  const choose = async (button: string, ...files: Awaited<ReturnType<typeof file>>[]): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: button, exact: true }).click();
    await (await chooser).setFiles(files);
  };
  // Two at once are not cut first.
  await choose(t('photos:add'), await file('one.jpg'), await file('two.jpg'));
  await expect(page.locator('.gesture')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await choose(t('selfies:take'), await file('me.jpg'));
  await expect(page.getByText(t('selfies:pending_text'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('selfies:withdraw'), exact: true }).click();
  await expect(page.getByRole('button', { name: t('selfies:take'), exact: true })).toBeVisible();
  await expect(page.locator('.own-selfie')).toBeFocused();
});
