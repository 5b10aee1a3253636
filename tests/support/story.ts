// The steps of a member's story in a real browser: join, confirm by mail, write; each as a person does it.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Site } from '#site/load';
import { pathOf } from '#domain/routes';
import { demoLogins } from '#scripts/seed/demo';
import { entered, expect, expectAccessible, expectNoSideScroll, logIn, words } from './browser.ts';
import { fillSignup, mailedLink, newVisitor, sendSignup, type Typed } from './signing-up.ts';

const found = demoLogins.find(({ kind }) => kind === 'premium');
if (!found) throw new Error('There is no premium demo login.');
/** Who is written to: has credits to answer with. */
export const premium = found;

/** Somebody who has not been here before, with a name nobody else has. */
export function newcomer(): Typed {
  const letters = Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');
  return newVisitor({ name: `Story ${letters}` });
}

/** Fills and sends the signup form, from a country the site names first. */
export async function join(page: Page, site: Site, language: string, home: string, who: Typed): Promise<void> {
  await page.goto(home + pathOf('signup', language));
  await fillSignup(page, site, language, { country: site.settings.countries[0], ...who });
  await sendSignup(page, site, language);
  await page.waitForURL(home + pathOf('complete-signup', language));
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
  const page = await context.newPage();
  await page.goto(await mailedLink(page, home, email));
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
