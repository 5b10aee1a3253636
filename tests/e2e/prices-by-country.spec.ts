// Visitors from elsewhere than the language's home country see prices in their own currency, and the paragraph for their country.
import { pathOf } from '#domain/routes';
import { demoLogins } from '#scripts/seed/demo';
import { expect, firstSite, free, logIn, origin, test, words } from '#tests/support/browser';
import { offersIn } from '../support/default-prices.ts';

const site = firstSite();
const american = demoLogins.find(({ country }) => country === 'US') ?? free;
const t = words(site, 'en');
/** Addresses of networks in these countries. */
const NEW_YORK = '216.239.36.21';
const LONDON = '81.2.69.142';

for (const [address, country, cheapest, foreign] of [
  [NEW_YORK, 'US', '$0.98', '£'],
  [LONDON, 'GB', '£0.75', '$'],
] as const)
  test.describe(country, () => {
    test.use({
      extraHTTPHeaders: { 'X-Forwarded-For': address },
      mayMoveBecause: 'The test takes lists out of pages.',
    });

    test(`CH22 SH4: every price is in the currency of ${country} @desktop`, async ({ page, baseURL }) => {
      const home = origin(site, baseURL);
      for (const path of [
        '/',
        pathOf('pages-faq', 'en'),
        pathOf('pages-return-policy', 'en'),
        pathOf('pricing', 'en'),
      ]) {
        await page.goto(home + path);
        await page.locator('.faq:has(table)').evaluateAll((lists) => lists.forEach((list) => list.remove()));
        await expect(page.locator('main'), path).not.toContainText(foreign);
      }
      await page.goto(home);
      await expect(page.getByText(t('landers:faq_1_answer', { count: 1, price: cheapest }))).toBeAttached();
      await page.goto(home + pathOf('pricing', 'en'));
      const rows = page.locator('.price-table').first().locator('tbody tr');
      await expect(rows).toHaveCount(offersIn(country).length);
      await expect(page.locator('#packages')).toHaveText(
        t('credits:pricing_packages', { currency: country === 'US' ? 'USD' : 'GBP' }),
      );
    });

    test(`SH4: members see the paragraph for the United States only there: ${country} @desktop`, async ({
      page,
      baseURL,
    }) => {
      await logIn(page, site, origin(site, baseURL));
      await expect(page.locator('.footer-us')).toBeAttached();
      await expect(page.locator('.footer-us[hidden]')).toHaveCount(country === 'US' ? 0 : 1);
    });

    test(`SI7: members read money and words as ${country} writes them @desktop`, async ({ page, baseURL }) => {
      const home = origin(site, baseURL);
      await logIn(page, site, home, american);
      await page.goto(home + pathOf('transactions-id', 'en'));
      const payments = page.locator('.halves > section').first();
      const [word, price] = country === 'US' ? [/^Canceled$/, /(?<!US)\$\d/] : [/^Cancelled$/, /US\$\d/];
      await expect(payments.locator('.tag', { hasText: word }).first()).toBeVisible();
      await expect(payments).toContainText(price);
    });
  });
