// The mails in the settings: switches, stopped mails with their alert, and the pages of an unsubscribe link.
import type { Page } from '@playwright/test';
import { mailWebhookPath, notificationTypes, pushTypes } from '#contract/notifications';
import { pathOf } from '#domain/routes';
import { expectBanner } from '#tests/support/banners';
import { expect, firstSite, origin, STILL, test, words } from '#tests/support/browser';
import { MAIL_WEBHOOK_SECRET } from '#tests/support/mail-service';
import { expectSoundPage, newcomer, newMember } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

test.use({ ...STILL, refusals: true });

/** The mail service reports about an address, as after a bounce. Sent by the page, which knows the host. */
async function report(page: Page, event: string, email: string): Promise<void> {
  const status = await page.evaluate(
    async ([path, secret, body]) => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
      return (await fetch(path, { method: 'POST', headers, body })).status;
    },
    [mailWebhookPath, MAIL_WEBHOOK_SECRET, JSON.stringify({ events: [{ event, email }] })] as const,
  );
  expect(status).toBe(204);
}

test('AC1 AC7 AC8: a link in a mail opens the types of mails; a switch saves at once and is taken back when it fails', async ({
  browser,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  await page.goto(`${home}${pathOf('notifications')}?source=email`);
  await expect(page.getByText(t('notifications:from_mail'))).toBeVisible();
  for (const account of ['password', 'email', 'privacy', 'delete'])
    await expect(page.locator(`#${account}`).getByRole('button').first()).toBeVisible();
  const choice = (type: string, way: 'by_mail' | 'by_push') =>
    page.getByRole('switch', { name: `${t(`notifications:type_${type}`)} ${t(`notifications:${way}`)}`, exact: true });
  await expect(page.getByRole('switch')).toHaveCount(notificationTypes.length + pushTypes.length);
  const likes = choice('like', 'by_mail');
  await expect(likes).toBeChecked();
  await expect(choice('like', 'by_push')).toBeChecked();
  await expect(choice('news', 'by_mail')).not.toBeChecked();
  await expect(choice('news', 'by_push')).toHaveCount(0);
  await expectSoundPage(page);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await likes.press('Space');
  await expect(likes).not.toBeChecked();
  await saved;
  const pushSaved = page.waitForResponse('**/api/push-types.php');
  await choice('new_messages', 'by_push').click();
  await pushSaved;
  await page.reload();
  await expect(likes).not.toBeChecked();
  await expect(choice('new_messages', 'by_push')).not.toBeChecked();
  await expect(choice('new_messages', 'by_mail')).toBeChecked();

  await page.route('**/api/notifications.php', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 403, json: { error: { code: 'forbidden' } } })
      : route.continue(),
  );
  await likes.press('Space');
  await expect(page.getByRole('alert')).toContainText(t('errors:forbidden'));
  await expect(likes).not.toBeChecked();
});

test('AC9 AC10: stopped mails say why and can be switched on; a dismissed alert does not return', async ({
  browser,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  const who = newcomer();
  const page = await newMember(browser, site, home, who);
  const alert = page.locator('.banners');
  await page.goto(home + pathOf('members'));
  await report(page, 'bounce', who.email);
  await expectBanner(page, alert.getByText(t('shell:alert_mail_bounce')));
  await expectSoundPage(page);
  await alert.getByRole('button', { name: t('shell:close') }).click();
  await expect(alert.getByText(t('shell:alert_mail_bounce'))).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(alert.getByText(t('shell:alert_mail_bounce'))).toHaveCount(0);

  await report(page, 'complaint', who.email);
  await expectBanner(page, alert.getByText(t('shell:alert_mail_fbl')));
  await alert.getByRole('link', { name: t('shell:alert_mail_action') }).click();
  await expect(page).toHaveURL(home + pathOf('notifications'));
  await expect(page.getByText(t('notifications:disabled_bounce', { email: who.email }))).toBeVisible();
  await expectSoundPage(page);
  await page.getByRole('button', { name: t('notifications:enable_bounce') }).click();
  await expect(page.getByText(t('notifications:enabled'))).toBeVisible();
  await expectSoundPage(page);
  await page.goto(home + pathOf('members'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(alert.getByText(t('shell:alert_mail_fbl'))).toHaveCount(0);
});

test('AC20: the page of an unsubscribe link names the types that it ends', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  const named = (...bytes: number[]): string =>
    Buffer.concat([Buffer.alloc(16), Buffer.from(bytes), Buffer.alloc(32)]).toString('base64url');
  // Two bytes are a set of types, as of a mail that told several; one byte is the place of a type.
  for (const [token, types] of [
    [named(0x80, 0b101), ['new_conversations', 'like']],
    [named(0x81, 0b10), ['new_messages', 'saved_searches']],
    [named(5), ['weekly_updates']],
  ] as const) {
    await page.goto(`${home}${pathOf('unsubscribe')}?token=${token}`);
    await expect(page.getByText(t('notifications:stop_kinds'))).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText(
      types.map((type) => t(`notifications:type_${type}`)),
    );
    await expectSoundPage(page);
  }
  await page.goto(home + pathOf('unsubscribe'));
  await expect(page.getByText(t('notifications:stop_kinds'))).toBeHidden();
});

test('AC20: the page of an unsubscribe link asks first, and says when the link is broken', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await page.goto(`${home}${pathOf('unsubscribe')}?token=${'A'.repeat(66)}`);
  await expect(page.getByRole('heading', { name: t('notifications:stop_heading') })).toBeVisible();
  await expectSoundPage(page);
  for (const button of ['stop_action', 'stop_all']) {
    await page.getByRole('button', { name: t(`notifications:${button}`) }).click();
    await expect(page.getByText(t('errors:unknown_link'))).toBeVisible();
  }
  await expectSoundPage(page);
  await page.goto(home + pathOf('unsubscribe-done'));
  await expect(page.getByRole('heading', { name: t('notifications:stopped_heading') })).toBeVisible();
  await expectSoundPage(page);
  // Without a login the settings ask for one, and lead there.
  await page.getByRole('link', { name: t('notifications:stopped_settings') }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf('login')}\\?to=${encodeURIComponent(pathOf('notifications'))}`));
});
