// The steps of a member's story in a real browser: join, confirm by mail, write; each as a person does it.
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { Site } from '#site/load';
import { signup } from '#contract/signup';
import { pathOf } from '#domain/routes';
import { demoLogins } from '#scripts/seed/demo';
import { expect, expectAccessible, expectNoSideScroll, logIn, newDevice, userOf, words } from './browser.ts';
import { fillSignup, mailedLink, newVisitor, sendSignup, type Typed } from './signing-up.ts';

const found = demoLogins.find(({ kind }) => kind === 'premium');
if (!found) throw new Error('There is no premium demo login.');
/** The addressee, who has credits to answer with. */
export const premium = found;

/** A new visitor with a unique name. */
export function newcomer(): Typed {
  const letters = Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');
  return newVisitor({ name: `Story ${letters}` });
}

/** Fills and sends the signup form, from a country at the top of the list. */
export async function join(page: Page, site: Site, language: string, home: string, who: Typed): Promise<void> {
  await page.goto(home + pathOf('signup', language));
  await fillSignup(page, site, language, { country: site.siteSettings.countries[0], ...who });
  await sendSignup(page, site, language);
  await page.waitForURL(home + pathOf('complete-signup', language));
}

/** Confirms the address by the button of the mailed page: opening it changes nothing, the press sends a POST. */
export async function confirm(
  context: BrowserContext,
  site: Site,
  language: string,
  home: string,
  email: string,
): Promise<void> {
  const t = words(site, language);
  const page = await context.newPage();
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  await page.goto(await mailedLink(page, home, email));
  const button = page.getByRole('button', { name: t('signup:confirm_action') });
  await expect(button).toBeVisible();
  expect(posts).not.toContain(signup.activate.path);
  await button.click();
  await expect(page.getByRole('heading', { name: t('signup:confirmed_heading') })).toBeVisible();
  expect(posts.filter((path) => path === signup.activate.path)).toHaveLength(1);
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

/** The id of the logged-in member, from their own session. */
export const ownId = async (page: Page): Promise<string> => (await userOf(page)).id;

/** A second browser, with the demo member who has credits to answer. */
export async function otherBrowser(browser: Browser, site: Site, home: string): Promise<Page> {
  const other = await (await newDevice(browser)).newPage();
  await logIn(other, site, home, premium);
  return other;
}

/** A second browser with a new member, confirmed and at the search, without any messages yet. */
export async function newMember(browser: Browser, site: Site, home: string, who: Typed): Promise<Page> {
  const device = await newDevice(browser);
  const page = await device.newPage();
  await join(page, site, 'en', home, who);
  await confirm(device, site, 'en', home, who.email);
  await page.goto(home + pathOf('members'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.nav-pending')).toHaveCount(0);
  return page;
}

/** The count beside the link to likes or messages, in the bar of this screen. */
export const badge = (page: Page, of: 'likes' | 'chats'): Locator =>
  page.locator(
    ['.topnav', '.bottombar'].map((bar) => `${bar}:visible a[href="${pathOf(of)}"] .badge > [aria-hidden]`).join(', '),
  );

/** Chooses a language in the menu of the page's head, and stays on the page. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.locator('header details:has([data-language]) > summary').click();
  await page.locator(`header a[data-language="${language}"]`).click();
}

/** Logs out through the account menu of this screen. */
export async function logOut(page: Page, site: Site, language: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  await page.locator(isPhone ? '.bottombar summary' : 'header summary.account').click();
  const button = page.getByRole('button', { name: words(site, language)('shell:logout') });
  await button.locator('visible=true').click();
  await page.waitForURL(/\/login$/);
}

/**
 * The time, by the machine's clock, at which a page first shows an element with a text like that. The page itself
 * observes every change, so that the measurement excludes the test's connection to the browser.
 */
export const shownAt = (page: Page, selector: string, text: RegExp): Promise<number> =>
  page.evaluate(
    ([wanted, pattern]) =>
      new Promise<number>((resolve, reject) => {
        const like = new RegExp(pattern);
        const isShown = (): boolean =>
          Array.from(document.querySelectorAll(wanted)).some(
            (each) => like.test(each.textContent) && (each.matches('title') || each.checkVisibility()),
          );
        const expectSoundPage = (): void => {
          if (!isShown()) return;
          changes.disconnect();
          resolve(Date.now());
        };
        const changes = new MutationObserver(expectSoundPage);
        changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        setTimeout(() => reject(new Error(`${wanted} never showed ${pattern}`)), 120_000);
        expectSoundPage();
      }),
    [selector, text.source] as const,
  );

/** No sideways scroll, no accessibility fault. */
export async function expectSoundPage(page: Page): Promise<void> {
  await expect(page.locator('.nav-pending')).toHaveCount(0);
  await expect(page.locator('h1, [role=log]').first()).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
}
