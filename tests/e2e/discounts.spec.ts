// The welcome bonus of a new member: banner, popup, and the same price on the order page and at the provider; a code that does not exist.
import type { Page } from '@playwright/test';
import { discountedPrice } from '#domain/discounts';
import { DIALOGS } from '#domain/limits';
import { pathOf } from '#domain/routes';
import { moneyText } from '#site/formats';
import { expectBanner } from '#tests/support/banners';
import { expect, expectNoSideScroll, firstSite, logIn, origin, test, userOf, words } from '#tests/support/browser';
import { decide, order } from '#tests/support/paying';
import { joinAndLogIn } from '#tests/support/signing-up';
import { expectSoundPage } from '#tests/support/story';
import { makeTermsDue } from '#tests/support/terms-due';
import { offersIn } from '../support/default-prices.ts';

const site = firstSite();
const t = words(site, 'en');
const percent = '25%';
const banner = (page: Page) => page.getByText(t('shell:bonus_banner', { percent }));

test.use({ refusals: true });

test('CR35 CR36 CR39 CR42: the banner counts down, and order page and provider have the price with the bonus, also with another method', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  await page.goto(home + pathOf('members'));
  await expectBanner(page, banner(page));
  const timer = page.getByRole('timer');
  await expect(timer).toHaveText(/03:5\d:\d\d/);
  const before = await timer.textContent();
  await expect(timer).not.toHaveText(before ?? '');
  const { country } = (await userOf(page)).profile;
  const offer = offersIn(country).find(({ id }) => id === '35');
  if (!offer) throw new Error('The package is missing.');
  const tag = site.languages.find(({ code }) => code === 'en')?.tag ?? 'en';
  const total = moneyText(tag, discountedPrice(offer.amount, 25), offer.currency);
  for (const method of ['paypal', 'visa']) {
    await page.goto(home + pathOf('credits-id-paymentmethod', 'en', { id: '35', paymentmethod: method }));
    await expect(page.locator('.sums-total dd')).toHaveText(total);
    await expect(page.getByText(t('credits:discount_line', { percent, code: 'TIMEBONUS25' }))).toBeVisible();
    await expectSoundPage(page);
    await expectNoSideScroll(page);
    await order(page, t, total);
  }
  await decide(page, 'pay');
  await expect(page.getByText('TIMEBONUS25')).toBeVisible();
  // One that goes leaves its space until the next page.
  await expect(banner(page).filter({ visible: true })).toHaveCount(0);
});

test('CR32 CR34: without the discount the full price is shown; a code that does not exist is called so', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  await page.goto(home + pathOf('credits-id-paymentmethod', 'en', { id: '35', paymentmethod: 'visa' }));
  const line = page.getByText(t('credits:discount_line', { percent, code: 'TIMEBONUS25' }));
  await expect(line).toBeVisible();
  await page.getByText(t('credits:discount_none')).click();
  await expect(line).toHaveCount(0);
  await page.getByText(t('credits:code_have')).click();
  await page.getByLabel(t('credits:detail_code')).fill('no-such-code');
  await page.getByRole('button', { name: t('credits:code_apply') }).click();
  await expect(page.getByText(t('errors:code_unknown'))).toBeVisible();
  await expectSoundPage(page);
});

test('CR52 CR53: each method is one item with its name and mark, and the button that orders stands right below the total', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(home + pathOf('credits-id-paymentmethod', 'en', { id: '35', paymentmethod: 'paypal' }));
  const items = page.locator('.choice').filter({ has: page.locator('input[name=method]') });
  await expect(items.first()).toBeVisible();
  const count = await items.count();
  await expect(items.locator('.method-name')).toHaveCount(count);
  await expect(items.filter({ has: page.locator('svg, img, .payment-mark') })).toHaveCount(count);
  const panel = page.locator('.panel').filter({ has: page.locator('.sums-total') });
  await expect(panel.getByRole('button')).toHaveText([t('credits:order')]);
  const total = await panel.locator('.sums-total').boundingBox();
  const button = await panel.getByRole('button').boundingBox();
  if (!total || !button) throw new Error('The total or the button is not drawn.');
  expect(button.y).toBeGreaterThanOrEqual(total.y + total.height);
});

test('CR43 CR44 CR45 CR46 SH5: out of credits, a member sees the popup after 40 seconds, again once it has made way for new terms, and once dismissed never again', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  await page.clock.install();
  await page.addInitScript(answerNoCredits);
  const dialog = page.getByRole('dialog', { name: t('shell:bonus_heading', { percent }) });
  await page.goto(home + pathOf('settings'));
  await expectBanner(page, banner(page));
  await page.clock.runFor(60_000);
  await expect(dialog).toHaveCount(0);
  // From here no time passes but what the test lets pass.
  await page.clock.pauseAt(Date.now() + 600_000);
  await page.goto(home + pathOf('members'));
  const passed = await runUntilCounting(page);
  await page.clock.runFor(38_000 - passed);
  await expect(dialog).toHaveCount(0);
  await page.clock.runFor(4000 + passed);
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText(t('shell:bonus_text', { percent, hours: 4 }));
  // The check of the page waits by timers.
  await page.clock.resume();
  await expectSoundPage(page);
  await acceptNewTerms(page, async () => expect(dialog).toHaveCount(0));
  await page.clock.runFor(DIALOGS.pauseMs / 2);
  await expect(dialog).toHaveCount(0);
  await page.clock.runFor(DIALOGS.pauseMs);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: t('shell:premium_later') }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expectBanner(page, banner(page));
  await page.clock.runFor(60_000);
  await expect(dialog).toHaveCount(0);
});

/** Lets time pass in small steps until the banner counts, so that all around it has begun; answers how much has passed. */
async function runUntilCounting(page: Page): Promise<number> {
  const stepMs = 100;
  const countdown = page.locator('.banners .countdown');
  let passed = 0;
  let first: string | null = null;
  await expect(async () => {
    await page.clock.runFor(stepMs);
    passed += stepMs;
    const text = (await countdown.count()) > 0 ? await countdown.textContent() : null;
    first ??= text;
    expect([text === null, text === first]).toEqual([false, false]);
  }).toPass({ intervals: [stepMs] });
  return passed;
}

/** New terms come while the page is open, and are accepted; `meanwhile` runs in between. */
async function acceptNewTerms(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  await makeTermsDue(page);
  const terms = page.getByRole('dialog', { name: t('shell:terms_heading') });
  // In steps: the page draws them before the pause after a dialog is over.
  await expect(async () => {
    await page.clock.runFor(5000);
    expect(await terms.isVisible()).toBe(true);
  }).toPass({ intervals: [100] });
  await meanwhile();
  await terms.getByRole('button', { name: t('shell:terms_accept') }).click();
  await expect(terms).toHaveCount(0);
}

/** As if the member had spent all credits. */
function answerNoCredits(): void {
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const answer = await plainFetch(input, init);
    if (!answer.url.includes('/api/user.php')) return answer;
    const { user } = (await answer.json()) as { user: object };
    return new Response(JSON.stringify({ user: { ...user, credits: 0 } }), answer);
  };
}
