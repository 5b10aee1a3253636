// A language chosen on another device: an open page changes in place, and is then the same as after a reload.
import type { Page } from '@playwright/test';
import { auth } from '#contract/auth';
import { pathOf } from '#domain/routes';
import { expectBanner } from '#tests/support/banners';
import { expect, expectAccessible, firstSite, logIn, newDevice, origin, test } from '#tests/support/browser';
import { sampled } from '#tests/support/samples';
import { newcomer, newMember, ownId, premium, write } from '#tests/support/story';

const site = firstSite();
/** Ages that no other test signs up, so that other tests do not change the results. */
const adults = '?gender=any&two_way=0&min_age=18&max_age=35&sort=newest';

/** Chooses it for the account, as the menu on any device does. */
const choose = (page: Page, language: string): Promise<boolean> =>
  page.evaluate(
    async ([path, language]) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      return (await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ language }) })).ok;
    },
    [auth.setLanguage.path, language] as const,
  );

/** The visible and accessible text of the page, without the router's announcement. */
const shownBy = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { lang } = document.documentElement;
    const labels = [...document.querySelectorAll('body [aria-label]')].map((each) => each.getAttribute('aria-label'));
    const links = [...document.querySelectorAll('body a')].map((each) => each.getAttribute('href'));
    const parts = [...document.querySelectorAll<HTMLElement>('body > :not(noscript, .astro-route-announcer)')];
    // A banner that waits for the next page has the words of the language as well.
    const banners = [...document.querySelectorAll<HTMLElement>('.banners')];
    const hide = (display: string): void => banners.forEach(({ style }) => (style.display = display));
    hide('none');
    const texts = [...parts.map((part) => part.innerText), ...banners.map(({ textContent }) => textContent)];
    hide('');
    // A countdown goes on.
    const still = texts.map((text) => text.replace(/\d\d:\d\d:\d\d/g, ''));
    return [lang, document.title, location.pathname, ...still, ...labels, ...links].join('\n');
  });

test('AC19: the page changes in place, every word of it, and continues in that language @desktop', async ({
  page,
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const member = await newMember(browser, site, home, newcomer());
  const partner = await (await newDevice(browser)).newPage();
  await logIn(partner, site, home, premium);
  const id = await ownId(partner);
  await partner.context().close();
  await member.goto(home + pathOf('members-id-chat', 'en', { id }));
  await write(member, site, 'en', 'Hello there.');
  // The page of a fictional member contains texts of the settings.
  await member.goto(home + pathOf('members') + adults);
  const card = member.locator('a.card-person', { has: member.locator('.label-fictional') }).first();
  const fictional = (await card.getAttribute('href'))?.split('/').at(-1) ?? '';
  await page.context().addCookies(await member.context().cookies(home));
  // Its space is remembered from here on, so no page has less than the same one loaded anew.
  await page.goto(home + pathOf('members') + adults);
  await expectBanner(page, page.locator('.banners .countdown'));
  let language = 'en';
  const screens: readonly (readonly [name: string, parameters: Record<string, string>, query?: string])[] = [
    ['members', {}, adults],
    ['members-id', { id: fictional }],
    ['members-id-chat', { id }],
    ['chats', {}],
    ['likes', {}],
    ['credits', {}],
  ];
  for (const [name, parameters, query = ''] of sampled('language elsewhere', screens, 3)) {
    await page.goto(home + pathOf(name, language, parameters) + query);
    await expect(page.locator('main .skeleton, .nav-pending')).toHaveCount(0);
    // One that is not known before the change of page waits for the page after it.
    await expect(page.locator('.banners .countdown')).toBeAttached();
    await page.evaluate(() => document.documentElement.setAttribute('data-astro-stays', ''));
    language = language === 'en' ? 'fi' : 'en';
    expect(await choose(member, language)).toBe(true);
    await page.waitForURL(home + pathOf(name, language, parameters) + query);
    await expect(page.locator('main .skeleton, .nav-pending')).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('data-astro-stays', '');
    await expect(page.locator('.banners .countdown')).toBeAttached();
    await expectAccessible(page);
    const changed = await shownBy(page);
    await page.reload();
    await expect(page.locator('main .skeleton, .nav-pending')).toHaveCount(0);
    await expect.poll(() => shownBy(page), { message: name }).toBe(changed);
  }
});
