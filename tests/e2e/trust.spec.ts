// The trust page in a browser: numbers in the words of each language, too few of them, and a failed load.
import { pathOf } from '#domain/routes';
import { accessibilityFaults, expect, firstSite, origin, test, words } from '#tests/support/browser';

const site = firstSite();
const NUMBERS = {
  ...{ decision_hours: 7, answered_percent: 96.5, refunded_payments: 1234, fictional_percent: 0.25 },
  counted_at: '2026-11-20T10:00:00.000Z',
};
const API = '**/api/trust.php';

for (const [language, expected] of [
  ['en', ['7 hours', '96.5%', '1,234', '0.25%']],
  ['de', ['7 Stunden', '96,5 %', '1.234', '0,25 %']],
] as const)
  test(`the trust page shows its numbers in ${language}, and is linked from the footer`, async ({ page, baseURL }) => {
    const t = words(site, language);
    await page.route(API, (route) => route.fulfill({ json: NUMBERS }));
    await page.goto(origin(site, baseURL) + pathOf('pages-faq', language));
    await page
      .locator('footer')
      .getByRole('link', { name: t('shell:title_trust') })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('shell:title_trust'));
    const cells = page.locator('dd');
    for (const [at, text] of expected.entries())
      await expect.poll(async () => (await cells.nth(at).innerText()).replaceAll(/\s/g, ' ')).toBe(text);
    await expect(cells.last()).toContainText('2026');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

test.describe('with a server that is away at first', () => {
  test('the trust page says when numbers are too few, and asks again after a failure', async ({
    page,
    baseURL,
    watch,
  }) => {
    const t = words(site, 'en');
    let isDown = true;
    const none = Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, null]));
    await page.route(API, (route) =>
      isDown ? route.fulfill({ status: 503, json: {} }) : route.fulfill({ json: none }),
    );
    await page.goto(origin(site, baseURL) + pathOf('trust', 'en'));
    await expect(page.getByText(t('trust:failed'))).toBeVisible();
    await expect(page.locator('dd').first()).toHaveText('–');
    expect(watch.errors.splice(0)).toEqual([expect.stringContaining('503')]);
    isDown = false;
    await page.getByRole('button', { name: t('shell:retry') }).click();
    await expect(page.getByText(t('trust:failed'))).toBeHidden();
    await expect(page.locator('dd')).toHaveText([
      ...[t('trust:not_enough'), t('trust:not_enough'), t('trust:few', { number: 10 })],
      ...[t('trust:not_enough'), t('trust:not_enough')],
    ]);
  });
});

test('the trust page reads its own server, and has a note for browsers without scripts', async ({ page, baseURL }) => {
  const address = origin(site, baseURL) + pathOf('trust', 'en');
  const answer = page.waitForResponse(API);
  const html = await (await page.goto(address))?.text();
  expect((await answer).status()).toBe(200);
  await expect(page.locator('[data-trust]')).not.toHaveAttribute('aria-busy', /.*/);
  await expect(page.locator('[data-trust-failed]')).toBeHidden();
  expect(html).toContain(words(site, 'en')('trust:without_scripts'));
});
