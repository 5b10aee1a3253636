// Refusals and missing pages as a visitor sees them.
import { pathOf } from '#domain/routes';
import { demoLogins } from '#scripts/seed/demo';
import { expectBanner } from '#tests/support/banners';
import { expect, expectAccessible, firstSite, free, origin, sites, test, words } from '#tests/support/browser';

const site = firstSite();
const last = sites.at(-1) ?? site;

test.use({ refusals: true });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('AU17: a wrong login shows the page again, with the reason and the e-mail address kept @desktop', async ({
    page,
    baseURL,
  }, { project }) => {
    const t = words(site, 'de');
    await page.goto(origin(site, baseURL) + pathOf('login', 'de'));
    await page.getByLabel(t('auth:email'), { exact: true }).fill(`nobody-${project.name}@demo.example`);
    await page.getByLabel(t('auth:password'), { exact: true }).fill('not the password');
    await page.getByRole('button', { name: t('auth:submit'), exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(t('errors:login_failed'));
    await expect(page.getByLabel(t('auth:email'), { exact: true })).toHaveValue(`nobody-${project.name}@demo.example`);
    await expect(page.getByLabel(t('auth:password'), { exact: true })).toHaveValue('');
  });
});

test('AU17: an almost valid address returns as it was typed, on another site @desktop', async ({ page, baseURL }, {
  project,
}) => {
  const t = words(last, 'en');
  await page.goto(origin(last, baseURL) + pathOf('login', 'en'));
  await page.getByLabel(t('auth:email'), { exact: true }).fill(`<b>"x"@${project.name}.example`.replace(/[<>"]/g, ''));
  await page.getByLabel(t('auth:password'), { exact: true }).fill('not the password');
  await page.getByRole('button', { name: t('auth:submit'), exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(t('errors:login_failed'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth:heading'));
  await expectAccessible(page);
});

test('AU18: too many wrong logins block the account for some minutes, and the page says so @desktop', async ({
  page,
  baseURL,
}, { project }) => {
  const t = words(site, 'en');
  await page.goto(origin(site, baseURL) + pathOf('login'));
  const email = `${project.name}-locked@demo.example`;
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await page.getByLabel(t('auth:email'), { exact: true }).fill(email);
    await page.getByLabel(t('auth:password'), { exact: true }).fill(`wrong ${attempt}`);
    const answered = page.waitForEvent('load');
    await page.getByRole('button', { name: t('auth:submit'), exact: true }).click();
    await answered;
  }
  await expect(page.getByRole('alert')).toHaveText(/account blocked for \d+ min/);
});

test('SH6 SH7: an unknown address is a 404 page in the language of the address, with a link home @desktop', async ({
  page,
  baseURL,
}) => {
  const t = words(site, 'fi');
  const answer = await page.goto(`${origin(site, baseURL)}/fi/not-here`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('shell:not_found_heading'));
  await expectAccessible(page);
  await page.getByRole('link', { name: t('shell:to_home') }).click();
  await page.waitForURL(origin(site, baseURL) + pathOf('index', 'fi'));
});

test('AU13: a member with an unconfirmed address is told so; a missing profile has a message @desktop', async ({
  page,
  baseURL,
}) => {
  const t = words(site, 'en');
  const unconfirmed = demoLogins.find((login) => login.kind === 'unconfirmed') ?? free;
  await page.goto(origin(site, baseURL) + pathOf('login'));
  await page.getByLabel(t('auth:email'), { exact: true }).fill(unconfirmed.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(unconfirmed.password);
  await page.getByRole('button', { name: t('auth:submit'), exact: true }).click();
  await expectBanner(page, page.getByText(t('shell:banner_unconfirmed')));
  await page.goto(
    `${origin(site, baseURL)}${pathOf('members-id', 'en', { id: '00000000-0000-4000-8000-000000000000' })}`,
  );
  await expect(page.getByRole('heading', { name: t('members:gone_heading') })).toBeVisible();
  await expectAccessible(page);
});
