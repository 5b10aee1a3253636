// Returning to a form that was drawn again, or half filled in: it is unchanged, without a browser error or a prompt to
// resend.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, firstSite, origin, test, words } from '#tests/support/browser';
import { fillStart, newVisitor } from '#tests/support/signing-up';

const site = firstSite();
const language = 'nl';
const t = words(site, language);

test.use({ refusals: true, locale: 'nl-NL' });

/** Reads a page linked in the footer, and goes back. */
async function leaveAndComeBack(page: Page): Promise<void> {
  await page
    .getByRole('contentinfo')
    .locator(`a[href^="${pathOf('pages-terms', language)}"]`)
    .click();
  await page.waitForURL(new RegExp(pathOf('pages-terms', language)));
  await page.goBack();
}

test('SG32: a pressed button is enabled again when the page comes from the cache, after any number of presses', async ({
  page,
  baseURL,
}) => {
  await page.goto(origin(site, baseURL) + pathOf('login', language));
  const button = page.locator('main [data-busy]');
  const [idle, busy] = [await button.innerText(), await button.getAttribute('data-busy')];
  // The request is never answered, and the page stays.
  await page.route('**/api/**', (asked) =>
    asked.request().isNavigationRequest() ? asked.abort('aborted') : asked.continue(),
  );
  await page.getByLabel(t('auth:email'), { exact: true }).fill('somebody@example.org');
  await page.getByLabel(t('auth:password'), { exact: true }).fill('a long password');
  for (let presses = 0; presses < 2; presses += 1) {
    await button.press('Enter');
    await expect(button).toHaveText(busy ?? '');
  }
  await page.evaluate(() => {
    document.cookie = 'auth.hint=1';
    dispatchEvent(new Event('pageshow'));
  });
  await expect(button).toHaveText(idle);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  // The bar shows that a member is logged in now.
  await expect(page.locator('html')).toHaveAttribute('data-member', '');
});

for (const script of [true, false]) {
  test.describe(script ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: script });

    test('SG32: the second page of a signup, and its refusal, are there on the way back from the terms', async ({
      page,
      baseURL,
    }) => {
      const field = (key: string) => page.getByLabel(t(key), { exact: true });
      const visitor = newVisitor();
      await page.goto(origin(site, baseURL) + pathOf('landers-maplanding-slug', language));
      await fillStart(page, site, language, visitor.year);
      await page.getByRole('button', { name: t('lander-maplanding:action'), exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
      await field('signup:name').fill(visitor.name);
      await field('auth:email').fill(visitor.email);

      await leaveAndComeBack(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
      await expect(field('signup:birth_year')).toHaveValue(visitor.year);
      await expect(field('signup:name')).toHaveValue(visitor.name);
      await expect(field('auth:email')).toHaveValue(visitor.email);

      await field('auth:password').fill('short');
      for (const tick of await page.getByRole('checkbox').all()) await tick.check();
      await page.getByRole('button', { name: t('signup:submit'), exact: true }).click();
      await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));

      await leaveAndComeBack(page);
      await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
      await expect(field('auth:password')).toHaveAttribute('aria-invalid', 'true');
      await expect(field('auth:email')).toHaveValue(visitor.email);
    });

    test('LA7: a region chosen on the map is still selected, and its country with it', async ({ page, baseURL }) => {
      const country = page.getByLabel(t('signup:country'), { exact: true });
      const region = page.getByLabel(t('members:region_region'), { exact: true });
      await page.goto(origin(site, baseURL) + pathOf('landers-maplanding-slug', language));
      await country.selectOption('BE');
      await region.selectOption('BE-VAN');
      await leaveAndComeBack(page);
      await expect(country).toHaveValue('BE');
      await expect(region).toHaveValue('BE-VAN');
      await expect(region.locator('option[value="NL-UT"]')).toHaveCount(script ? 0 : 1);
    });
  });
}
