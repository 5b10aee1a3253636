// Settings in a browser: a passkey that replaces the password at the login, and a copy of one's data.
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
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
import { joinAndLogIn, joinByCalls, mailedLink } from '#tests/support/signing-up';

const site = firstSite();
const t = words(site, 'en');

test.use({ refusals: true });

test('DA-passkey: a member adds a passkey, logs in by it without a password, renames and removes it', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  const who = await joinByCalls(page, site, home, 'en');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await logIn(page, site, home, who);
  await page.goto(`${home + pathOf('settings')}#passkeys`);
  const section = page.locator('#passkeys');
  await section.getByLabel(t('passkeys:name')).fill('My phone');
  await section.getByLabel(t('settings:email_password'), { exact: true }).fill(who.password);
  await section.getByRole('button', { name: t('passkeys:add') }).click();
  await expect(section.getByText(t('passkeys:added'))).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveText(/My phone/);
  await expectAccessible(page);
  await expectNoSideScroll(page);

  await page.context().clearCookies();
  await page.goto(`${home + pathOf('login')}?to=${pathOf('settings')}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: t('auth:passkey') }).click();
  await page.waitForURL(home + pathOf('settings'));

  await page.goto(`${home + pathOf('settings')}#passkeys`);
  await section.getByRole('button', { name: t('passkeys:change') }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByLabel(t('passkeys:name')).fill('Blue key');
  await dialog.getByRole('button', { name: t('passkeys:rename') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section.getByRole('listitem')).toHaveText(/Blue key/);
  await section.getByRole('button', { name: t('passkeys:change') }).click();
  await dialog.getByLabel(t('settings:email_password'), { exact: true }).fill(who.password);
  await dialog.getByRole('button', { name: t('passkeys:remove') }).click();
  await expect(section.getByRole('listitem')).toHaveCount(0);

  await page.context().clearCookies();
  await page.goto(home + pathOf('login'));
  await page.getByRole('button', { name: t('auth:passkey') }).click();
  await expect(page.getByRole('alert').filter({ hasText: t('errors:passkey_failed') })).toBeVisible();
});

test('AC23: a member asks for a copy of all data, gets a mail, and downloads it', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  const who = await joinAndLogIn(page, site, home);
  await page.goto(`${home + pathOf('settings')}#export`);
  const section = page.locator('#export');
  await section.getByLabel(t('settings:email_password'), { exact: true }).fill(who.password);
  await section.getByRole('button', { name: t('settings:export_request') }).click();
  const done = section.getByRole('link', { name: t('settings:export_download') });
  // A fast job is done before the page could say that it waits.
  await expect(section.getByText(t('settings:export_waiting')).or(done)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${await mailedLink(page, home, who.email, pathOf('settings'))}#export`);
  const download = page.waitForEvent('download');
  await done.click();
  const file = await (await download).path();
  const archive = unzipSync(new Uint8Array(readFileSync(file)));
  expect(strFromU8(archive['data.json'] ?? new Uint8Array())).toContain(who.email);
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
