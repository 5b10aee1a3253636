// Joining as a visitor does it in a browser: fills the signup form, and finds the link in the development mailbox.
import { expect, type Page } from '@playwright/test';
import type { Site } from '#site/load';
import { choicesIn } from '#domain/orientation';
import { words } from '#tests/support/browser';

/** What a visitor types; `email` is new each time, so that tests can run again on the same data. */
export interface Typed {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly year: string;
}

export const newVisitor = (changes: Partial<Typed> = {}): Typed => ({
  email: `e2e-${crypto.randomUUID()}@example.test`,
  name: 'Anna Bloom',
  password: 'seven green bottles',
  year: '1988',
  ...changes,
});

/** Answers what a lander asks: a woman on sites that ask, a seeker of both where one may be, and the date of birth. */
export async function fillFirstStep(page: Page, site: Site, language: string, year = '1988'): Promise<void> {
  const t = words(site, language);
  const { genders, seeks } = choicesIn(site.niche.members.mix);
  const [gender] = genders;
  if (genders.length > 1) await page.getByLabel(t(`signup:gender_${gender}`), { exact: true }).check();
  if (seeks.length > 1) await page.getByLabel(t('signup:seeks_both'), { exact: true }).check();
  await page.getByLabel(t('signup:birth_day'), { exact: true }).fill('29');
  await page.getByLabel(t('signup:birth_month'), { exact: true }).selectOption('2');
  await page.getByLabel(t('signup:birth_year'), { exact: true }).fill(year);
}

/** Fills every field of the signup page that is shown. */
export async function fillSignup(page: Page, site: Site, language: string, typed: Typed): Promise<void> {
  const t = words(site, language);
  await fillFirstStep(page, site, language, typed.year);
  await page.getByLabel(t('signup:message'), { exact: true }).fill('Soup & "bread"\n<b>and</b> more');
  await page.getByLabel(t('signup:name'), { exact: true }).fill(typed.name);
  await page.getByLabel(t('auth:email'), { exact: true }).fill(typed.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(typed.password);
  await page.getByRole('checkbox').check();
}

export const sendSignup = (page: Page, site: Site, language: string): Promise<void> =>
  page.getByRole('button', { name: words(site, language)('signup:submit'), exact: true }).click();

/** Waits for the mail to an address and answers its link, on the site's own host. */
export async function mailedLink(page: Page, home: string, email: string): Promise<string> {
  const row = page.getByRole('row').filter({ hasText: email }).first();
  await expect(async () => {
    await page.goto(`${home}/dev/mail`);
    await expect(row).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await row.getByRole('link').click();
  const link = new URL((await page.locator('pre a').first().getAttribute('href')) ?? '');
  return home + link.pathname + link.search;
}
