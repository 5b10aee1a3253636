// Signup in a browser: fills the form as a visitor does, and finds the link in the development mailbox.
import { expect, type Page } from '@playwright/test';
import type { Site } from '#site/load';
import { signup } from '#contract/signup';
import { signupChoices } from '#domain/orientation';
import { pathOf } from '#domain/routes';
import { CONFIRMED } from '#html/marks';
import { logIn, words } from './browser.ts';

/** The typed values; `email` is new each time, so that tests can be repeated on the same data. */
export interface Typed {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly year: string;
  /** Another country than the preselected one. */
  readonly country?: string | undefined;
}

export const newVisitor = (changes: Partial<Typed> = {}): Typed => ({
  email: `e2e-${crypto.randomUUID()}@example.test`,
  name: 'Anna Bloom',
  password: 'seven green bottles',
  year: '1988',
  ...changes,
});

/**
 * Answers the questions of a lander: the first gender where it is asked, a seeker of both where possible, and the date
 * of birth.
 */
export async function fillStart(page: Page, site: Site, language: string, year: string): Promise<void> {
  const t = words(site, language);
  const { genders, seeks } = signupChoices(site.niche.members.mix);
  const [gender = 'female'] = genders;
  const fitting = seeks.filter(({ of }) => of.includes(gender));
  const sought = fitting.find(({ value }) => value === 'both') ?? fitting[0];
  if (genders.length > 1) await page.getByLabel(t(`signup:gender_${gender}`), { exact: true }).check();
  if (seeks.length > 1 && sought) await page.getByLabel(t(`signup:seeks_${sought.value}`), { exact: true }).check();
  await page.getByLabel(t('signup:birth_day'), { exact: true }).fill('29');
  await page.getByLabel(t('signup:birth_month'), { exact: true }).selectOption('2');
  await page.getByLabel(t('signup:birth_year'), { exact: true }).fill(year);
}

/**
 * Joins and confirms without the forms, and stays logged out: for tests of other subjects that change data shared by
 * members.
 */
export async function joinByCalls(
  page: Page,
  site: Site,
  home: string,
  language: string,
  changes: Partial<Typed> = {},
): Promise<Typed> {
  const who = newVisitor(changes);
  const { genders, seeks } = signupChoices(site.niche.members.mix);
  const [gender = 'female'] = genders;
  const sought = seeks.find(({ of }) => of.includes(gender))?.value;
  const { email, name, password, year } = who;
  const country = who.country ?? site.siteSettings.countries[0];
  const about = { gender, seeks: sought, country, language, date_of_birth: `${year}-06-15` };
  await page.goto(home);
  await post(page, signup.join.path, { email, name, password, terms: 'yes', consent: 'yes', ...about });
  const token = new URL(await mailedLink(page, home, email)).searchParams.get('token');
  await page.context().clearCookies();
  await page.goto(home);
  await post(page, signup.activate.path, { token, password });
  await page.context().clearCookies();
  await page.goto(home);
  return who;
}

/** A new member on the members' front page. */
export async function joinAndLogIn(
  page: Page,
  site: Site,
  home: string,
  language = 'en',
  changes: Partial<Typed> = {},
): Promise<Typed> {
  const who = await joinByCalls(page, site, home, language, changes);
  await logIn(page, site, home, who, language);
  return who;
}

/** Makes a call from the open page. */
async function post(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.evaluate(
    async ([path, body]) => {
      const { ok, status } = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return ok ? 'ok' : status;
    },
    [path, JSON.stringify(data)] as const,
  );
  expect(answer, path).toBe('ok');
}

/** Fills every visible field of the signup page. */
export async function fillSignup(page: Page, site: Site, language: string, typed: Typed): Promise<void> {
  const t = words(site, language);
  await fillStart(page, site, language, typed.year);
  if (typed.country) await page.getByLabel(t('signup:country'), { exact: true }).selectOption(typed.country);
  await page.getByLabel(t('signup:message'), { exact: true }).fill('Soup & "bread"\n<b>and</b> more');
  await page.getByLabel(t('signup:name'), { exact: true }).fill(typed.name);
  await page.getByLabel(t('auth:email'), { exact: true }).fill(typed.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(typed.password);
  for (const tick of await page.getByRole('checkbox').all()) await tick.check();
}

export const sendSignup = (page: Page, site: Site, language: string): Promise<void> =>
  page.getByRole('button', { name: words(site, language)('signup:submit'), exact: true }).click();

/** A browser that can show no notifications, or may not, is not offered them. */
export const isAskedForPush = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'PushManager' in window && 'serviceWorker' in navigator && Notification.permission !== 'denied');

/** Skips the steps after joining, up to the request to confirm the address. */
export async function skipSteps(page: Page, site: Site, language: string): Promise<void> {
  const t = words(site, language);
  const heading = page.getByRole('heading', { level: 1 });
  const canPush = await isAskedForPush(page);
  for (const step of ['message', 'photo', 'personal', 'about', ...(canPush ? ['push'] : [])]) {
    await expect(heading).toHaveText(t(`signup:${step}_heading`));
    await page.getByRole('button', { name: t('signup:steps_skip') }).click();
  }
  await expect(heading).toHaveText(t('signup:step_heading'));
}

/** Waits for the newest mail to an address to have a link with `path`, and answers the link on the site's own host. */
export async function mailedLink(page: Page, home: string, email: string, path = ''): Promise<string> {
  const row = page.getByRole('row').filter({ hasText: email }).first();
  let link = new URL(home);
  await expect(async () => {
    await page.goto(`${home}/dev/mail`);
    await expect(row).toBeVisible({ timeout: 500 });
    await row.getByRole('link').click();
    link = new URL((await page.locator('pre a').first().getAttribute('href')) ?? '');
    expect(link.pathname).toContain(path);
  }).toPass();
  return home + link.pathname + link.search;
}

/** Follows the mailed link and presses the button there; opening the page alone must change nothing. */
export async function confirmByLink(page: Page, site: Site, language: string, link: string): Promise<void> {
  const t = words(site, language);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:confirm_heading'));
  await page.reload();
  await page.getByRole('button', { name: t('signup:confirm_action') }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf('activate-done', language)}\\?${CONFIRMED}=1$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:confirmed_heading'));
}
