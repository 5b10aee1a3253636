// The steps of a member's story in a real browser: join, confirm by mail, write; each as a person does it.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Site } from '#site/load';
import { choicesIn } from '#domain/orientation';
import { pathOf } from '#domain/routes';
import { demoLogins } from '#scripts/seed/demo';
import { entered, expect, expectAccessible, expectNoSideScroll, logIn, words } from './browser.ts';

const found = demoLogins.find(({ kind }) => kind === 'premium');
if (!found) throw new Error('There is no premium demo login.');
/** Who is written to: has credits to answer with. */
export const premium = found;

export interface Newcomer {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** Somebody who has not been here before. */
export function newcomer(): Newcomer {
  const letters = Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');
  return { email: `story-${letters}@example.test`, name: `Story ${letters}`, password: 'four calm words here' };
}

/** Fills and sends the signup form; a site that has one answer to a question does not ask it. */
export async function join(page: Page, site: Site, language: string, home: string, who: Newcomer): Promise<void> {
  const t = words(site, language);
  const { genders, seeks } = choicesIn(site.niche.members.mix);
  await page.goto(home + pathOf('signup', language));
  const gender = genders[0] ?? 'female';
  const sought = seeks.find(({ of }) => of.some((each) => each === gender));
  const choose = (question: string, answer: string) =>
    page
      .getByRole('group', { name: t(question), exact: true })
      .getByText(t(answer), { exact: true })
      .click();
  if (genders.length > 1) await choose('signup:gender', `signup:gender_${gender}`);
  if (seeks.length > 1 && sought) await choose('signup:seeks', `signup:seeks_${sought.value}`);
  await page.getByLabel(t('signup:birth_day'), { exact: true }).fill('4');
  await page.getByLabel(t('signup:birth_month'), { exact: true }).selectOption('3');
  await page.getByLabel(t('signup:birth_year'), { exact: true }).fill('1988');
  await page.getByLabel(t('signup:country'), { exact: true }).selectOption(site.settings.countries[0] ?? '');
  await page.getByLabel(t('signup:name'), { exact: true }).fill(who.name);
  await page.getByLabel(t('auth:email'), { exact: true }).fill(who.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(who.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('signup:submit'), exact: true }).click();
  await page.waitForURL(home + pathOf('complete-signup', language));
}

/** Opens the newest mail to the address in the development mailbox and follows its link; answers the link. */
export async function openMail(
  context: BrowserContext,
  home: string,
  email: string,
): Promise<{ page: Page; link: string }> {
  const page = await context.newPage();
  const mail = page.locator('tr', { hasText: email }).getByRole('link').first();
  await expect(async () => {
    await page.goto(`${home}/dev/mail`);
    await expect(mail).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  await mail.click();
  const link = await page.locator('pre a').first().getAttribute('href');
  if (!link) throw new Error('The mail has no link.');
  await page.goto(link);
  return { page, link };
}

/** Confirms the address by the button of the mailed page. */
export async function confirm(
  context: BrowserContext,
  site: Site,
  language: string,
  home: string,
  email: string,
): Promise<void> {
  const t = words(site, language);
  const { page } = await openMail(context, home, email);
  await page.getByRole('button', { name: t('signup:confirm_action') }).click();
  await expect(page.getByRole('heading', { name: t('signup:confirmed_heading') })).toBeVisible();
  await page.close();
}

/** Writes into the open conversation and waits until the message is delivered. */
export async function write(page: Page, site: Site, language: string, text: string): Promise<void> {
  const t = words(site, language);
  await page.getByRole('textbox', { name: t('chats:message') }).fill(text);
  await page.locator('.composer-send').click();
  await expect(page.getByRole('log').getByText(text)).toHaveCount(1);
  await expect(page.locator('.msg-sending')).toHaveCount(0);
  await expect(page.locator('.msg-failed')).toHaveCount(0);
}

/** The id of the member who is logged in, as their own browser is told. */
export const ownId = (page: Page): Promise<string> =>
  page.evaluate(async () => ((await (await fetch('/api/user.php')).json()) as { user: { id: string } }).user.id);

/** A second browser with an address of its own, watched for errors like the first. */
export async function otherBrowser(
  browser: Browser,
  page: Page,
  site: Site,
  home: string,
): Promise<{ page: Page; errors: string[] }> {
  const viewport = page.viewportSize();
  const context = await entered(
    await browser.newContext({
      ...(viewport ? { viewport } : {}),
      extraHTTPHeaders: {
        'X-Forwarded-For': `10.9.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
      },
    }),
  );
  const other = await context.newPage();
  const errors: string[] = [];
  other.on('pageerror', (error) => errors.push(error.message));
  await logIn(other, site, home, premium);
  return { page: other, errors };
}

/** No sideways scroll, no accessibility fault. */
export async function look(page: Page): Promise<void> {
  await expect(page.locator('.way-pending')).toHaveCount(0);
  await expect(page.locator('h1, [role=log]').first()).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
}
