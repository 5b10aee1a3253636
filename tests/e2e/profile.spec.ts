// Editing one's own profile in a browser: by keyboard, refused and mended, left and come back to, by position.
import type { Page } from '@playwright/test';
import { INTERESTS } from '#domain/limits';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { joinAndLogIn } from '#tests/support/signing-up';

const site = firstSite();
const t = words(site, 'en');

test.use({ refusals: true });

/** A new member on their own profile. */
async function openProfile(page: Page, baseURL: string | undefined): Promise<string> {
  const home = origin(site, baseURL);
  const visitor = await joinAndLogIn(page, site, home);
  await page.goto(home + pathOf('profile'));
  await expect(page.getByLabel(t('profile:name'), { exact: true })).toHaveValue(visitor.name);
  return home;
}

/** The form of a section. */
const section = (page: Page, name: string) =>
  page.getByRole('region', { name: t(`profile:section_${name}`), exact: true });
const status = (page: Page, name: string) => section(page, name).locator('.save-status');

async function save(page: Page, name: string): Promise<void> {
  await section(page, name)
    .getByRole('button', { name: t('profile:save'), exact: true })
    .click();
  await expect(status(page, name)).toHaveText(t('profile:saved'));
}

test('PR1 PR2 PR6: what is missing leads to its field, and the keyboard saves it @desktop', async ({
  page,
  baseURL,
}) => {
  const home = await openProfile(page, baseURL);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  const line = page.getByLabel(t('profile:line'), { exact: true });
  const count = page.locator('#completeness');
  const before = await count.textContent();
  await page.getByRole('link', { name: t('profile:step_line') }).press('Enter');
  await expect(line).toBeFocused();
  await page.keyboard.type('Early bird');
  await expect(status(page, 'texts')).toHaveText(t('profile:unsaved'));
  await expectAccessible(page);
  for (const name of [t('profile:about'), t('profile:looking_for')]) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(name, { exact: true })).toBeFocused();
  }
  await page.keyboard.type('A walker');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(status(page, 'texts')).toHaveText(t('profile:saved'));
  await expect(count).not.toHaveText(before ?? '');
  await page.getByRole('link', { name: t('profile:preview') }).click();
  await page.waitForURL(/\/members\/[0-9a-f-]{36}$/);
  await expect(page.locator('.quote')).toHaveText('Early bird');
  await expect(page.getByText('A walker')).toBeVisible();
  await page.goto(home + pathOf('profile'));
  await expect(line).toHaveValue('Early bird');
});

test('PR2: a refused field says why, has the focus and keeps what was typed', async ({ page, baseURL }) => {
  await openProfile(page, baseURL);
  const name = page.getByLabel(t('profile:name'), { exact: true });
  await name.fill('@anna');
  await page.getByLabel(t('profile:birth_day'), { exact: true }).fill('31');
  await page.getByLabel(t('profile:birth_month'), { exact: true }).selectOption('2');
  await section(page, 'basics')
    .getByRole('button', { name: t('profile:save'), exact: true })
    .click();
  await expect(name).toHaveAccessibleDescription(new RegExp(t('errors:field_name_starts_with_at')));
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('@anna');
  await expect(page.getByText(t('errors:field_no_such_date'))).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await name.fill('Annika');
  await page.getByLabel(t('profile:birth_day'), { exact: true }).fill('3');
  await save(page, 'basics');
  await expect(page.locator('.own-name')).toContainText('Annika');
});

test('PR1 PR5: what is not saved is still there after leaving, also after a reload, until it is discarded', async ({
  page,
  baseURL,
}) => {
  const home = await openProfile(page, baseURL);
  const about = page.getByLabel(t('profile:about'), { exact: true });
  const yoga = page.getByRole('checkbox', { name: t('site:interest_yoga') });
  await about.fill('Not saved');
  await yoga.check();
  await page
    .locator('a', { hasText: t('shell:nav_search_short') })
    .filter({ visible: true })
    .first()
    .click();
  await page.waitForURL(home + pathOf('members'));
  await page.goBack();
  await expect(about).toHaveValue('Not saved');
  await page.reload();
  await expect(about).toHaveValue('Not saved');
  await expect(yoga).toBeChecked();
  await expect(status(page, 'texts')).toHaveText(t('profile:unsaved'));
  await section(page, 'texts')
    .getByRole('button', { name: t('profile:discard') })
    .click();
  await expect(about).not.toHaveValue('Not saved');
  for (const interest of ['art', 'books'])
    await page.getByRole('checkbox', { name: t(`site:interest_${interest}`), exact: true }).check();
  await save(page, 'interests');
  await expect(page.getByRole('link', { name: t('profile:step_interests', { count: INTERESTS.wanted }) })).toHaveCount(
    0,
  );
});

test('PR3: country, region and town by keyboard, with a search in the list of towns @desktop', async ({
  page,
  baseURL,
}) => {
  await openProfile(page, baseURL);
  await page.getByLabel(t('profile:country'), { exact: true }).selectOption('DE');
  await expect(page.getByLabel(t('members:region_land'), { exact: true })).toBeEnabled();
  const town = page.getByRole('combobox', { name: t('profile:city'), exact: true });
  const found = page.getByRole('listbox', { name: t('profile:city') }).getByRole('option');
  await expect(town).toBeDisabled();
  await page.getByLabel(t('members:region_land'), { exact: true }).selectOption('DE-BW');
  await town.focus();
  await page.keyboard.type('tub');
  await expect(found).toHaveText(['Tübingen']);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(town).toHaveValue('Tübingen');
  await expect(found).toHaveCount(0);
  await save(page, 'place');
  await town.fill('Nowhere');
  await section(page, 'place')
    .getByRole('button', { name: t('profile:save'), exact: true })
    .click();
  await expect(town).toHaveAccessibleDescription(new RegExp(t('errors:field_not_allowed')));
  await expect(town).toHaveValue('Nowhere');
});

test('PR7 PR8 SA7: the position fills in the town, and leaves the browser rounded', async ({
  page,
  baseURL,
  context,
}) => {
  const home = await openProfile(page, baseURL);
  await context.grantPermissions(['geolocation'], { origin: home });
  await context.setGeolocation({ latitude: 52.0907374, longitude: 5.1214201 });
  const asked = page.waitForRequest(/geocode/);
  await page.getByRole('button', { name: t('profile:locate') }).click();
  expect(new URL((await asked).url()).search).toBe('?lat=52.09&lon=5.12');
  await expect(page.getByText(t('profile:located', { city: 'Utrecht' }))).toBeVisible();
  await expect(page.getByRole('combobox', { name: t('profile:city'), exact: true })).toHaveValue('Utrecht');
  await expect(page.getByLabel(t('members:region_province'), { exact: true })).toHaveValue('NL-UT');
  await save(page, 'place');
});

test('PR7: a refused position says so, and the town can still be chosen', async ({ page, baseURL, context }) => {
  await openProfile(page, baseURL);
  await context.clearPermissions();
  await page.getByRole('button', { name: t('profile:locate') }).click();
  await expect(page.getByText(t('profile:locate_denied'))).toBeVisible();
  await expectAccessible(page);
});
