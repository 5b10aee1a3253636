// One member's whole story: from the front page to a paid message, answered live in a second browser.
import type { Page } from '@playwright/test';
import type { Site } from '#site/load';
import { pathOf } from '#domain/routes';
import { expect, firstSite, origin, test, words } from '#tests/support/browser';
import { confirm, join, look, newcomer, otherBrowser, ownId, write } from '#tests/support/story';

const id = /[0-9a-f-]{36}/;

test.use({ refusals: true });

test('SG1 AU26 ME2 LI5 CH1 CH2 CH12 CH16 CH20 CH23 CH35 CR1 CR9 CR11 CR14 CR20 SH3 SH15: the whole story', async ({
  page,
  baseURL,
  browser,
  context,
}) => {
  test.setTimeout(180_000);
  const site = firstSite();
  const home = origin(site, baseURL);
  const t = words(site, 'en');
  const who = newcomer();
  const { page: other, errors } = await otherBrowser(browser, page, site, home);
  const otherId = await ownId(other);
  const talk = page.getByRole('log');

  await test.step('front page, signup, mail', async () => {
    await page.goto(home);
    await look(page);
    const gender = page.getByText(t('signup:gender_female'), { exact: true });
    if (await gender.count()) await gender.click();
    await page
      .getByRole('button', { name: t('signup:submit') })
      .first()
      .click();
    await page.waitForURL(/\/signup/);
    await look(page);
    await join(page, site, 'en', home, who);
    await expect(page.getByRole('heading', { name: t('signup:step_heading') })).toBeVisible();
    await look(page);
    await confirm(context, site, 'en', home, who.email);
    await page.goto(home + pathOf('members'));
    await expect(page.locator('a.card-person').first()).toBeVisible();
  });

  await test.step('profile and like', async () => {
    await page.goto(home + pathOf('members-id', 'en', { id: otherId }));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const like = page.locator('.btn-like');
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await look(page);
    await expect(other.locator(visibleBadge('likes'))).toHaveText(/\d/);
    await expect(other).toHaveTitle(/^\(\d+\) /);
  });

  await test.step('write, and be seen within a second', async () => {
    await page.getByRole('link', { name: new RegExp(t('likes:write')) }).click();
    await page.waitForURL(id);
    await write(page, site, 'en', 'Good evening from the story.');
    await expect(other.locator(visibleBadge('messages'))).toHaveText(/\d/);
    await look(page);
    await other
      .locator(`.topnav:visible a[href="${pathOf('chats')}"], .bottombar:visible a[href="${pathOf('chats')}"]`)
      .click();
    await other.locator('a', { hasText: who.name }).first().click();
    await expect(other.getByRole('log').getByText('Good evening from the story.')).toHaveCount(1);
    await look(other);
  });

  await test.step('typing and the answer', async () => {
    await other.getByRole('textbox', { name: t('chats:message') }).pressSequentially('Good');
    await expect(page.getByText(t('chats:typing_named', { name: await nameOf(other) }))).toBeVisible();
    await write(other, site, 'en', 'Good evening to you.');
    await expect(talk.getByText('Good evening to you.')).toHaveCount(1);
    await expect(page.locator('.msg-mine.msg-read')).toHaveCount(1);
  });

  await test.step('credits run out, the draft stays', async () => {
    for (const text of ['Second message.', 'Third message.', 'Fourth message.']) await write(page, site, 'en', text);
    await page.getByRole('textbox', { name: t('chats:message') }).fill('The message that costs money.');
    await expect(page.getByRole('heading', { name: t('chats:out_heading') })).toBeVisible();
    await look(page);
  });

  await test.step('packages and order', async () => {
    await page.getByRole('link', { name: new RegExp(t('chats:packages')) }).click();
    await page.waitForURL(/\/credits\?for=/);
    await expect(page.getByText(t('credits:draft_kept'))).toBeVisible();
    await look(page);
    await page.locator('.panel a.btn-primary').click();
    await page.waitForURL(/\/credits\/[^?]+/);
    await expect(page.getByRole('heading', { name: t('credits:order_heading') })).toBeVisible();
    await look(page);
  });

  await test.step('a failed payment loses nothing, a paid one gives credits', async () => {
    await order(page, site);
    await page.getByRole('button', { name: t('sandbox:fail') }).click();
    await page.waitForURL(/\/transactions\//);
    await expect(page.getByRole('heading', { name: t('credits:failed_heading') })).toBeVisible();
    await look(page);
    await page.getByRole('link', { name: t('credits:different') }).click();
    await order(page, site);
    await look(page);
    await page.locator('button[value=pay]').click();
    await page.waitForURL(/\/transactions\//);
    await expect(page.getByRole('heading', { name: t('credits:paid_heading', { count: 6 }) })).toBeVisible();
    await look(page);
    await expect(page.getByText(t('shell:nav_credits')).locator('visible=true').first()).toBeVisible();
  });

  await test.step('the kept draft is sent, once', async () => {
    await page.getByRole('link', { name: t('credits:to_message') }).click();
    await page.waitForURL(/\/chat|\/chats\//);
    await expect(page.getByRole('textbox', { name: t('chats:message') })).toHaveValue('The message that costs money.');
    await page.locator('.composer-send').click();
    await expect(talk.getByText('The message that costs money.')).toHaveCount(1);
    await expect(other.getByRole('log').getByText('The message that costs money.')).toHaveCount(1);
  });

  await test.step('transactions and ledger', async () => {
    await page.goto(home + pathOf('transactions-id'));
    await expect(page.getByText(t('credits:status_paid'))).toBeVisible();
    await expect(page.getByText(t('credits:status_failed'))).toBeVisible();
    await expect(page.getByText(t('credits:entry_signup'))).toBeVisible();
    await expect(page.getByText(t('credits:entry_message_to', { name: await nameOf(other) }))).toHaveCount(5);
    await look(page);
  });
  await other.context().close();
  expect(errors).toEqual([]);
});

const visibleBadge = (of: 'likes' | 'messages'): string =>
  ['.topnav', '.bottombar']
    .map((bar) => `${bar}:visible a[href="${pathOf(of === 'likes' ? 'likes' : 'chats')}"] .badge`)
    .join(', ');

const nameOf = (page: Page): Promise<string> =>
  page.evaluate(
    async () =>
      ((await (await fetch('/api/user.php')).json()) as { user: { profile: { name: string } } }).user.profile.name,
  );

/** Presses the button that obliges to pay, and waits for the provider's own page. */
async function order(page: Page, site: Site): Promise<void> {
  await page.locator('.panel button.btn-primary').click();
  await expect(page.getByText(words(site, 'en')('sandbox:banner'))).toBeVisible();
}
