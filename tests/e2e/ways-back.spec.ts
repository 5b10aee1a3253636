// The way back to what a member was doing: after a session that ended, and from a profile to the search; and a private photo that explains.
import type { Page } from '@playwright/test';
import { chats } from '#contract/chats';
import { members } from '#contract/members';
import { pathOf } from '#domain/routes';
import { expect, firstSite, logIn, origin, test, words } from '#tests/support/browser';
import { newcomer, newMember, ownId, premium } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');
const everyone = '?gender=any&two_way=0&min_age=18&max_age=99';

test.use({ refusals: true });

test('AU2 CH16: a message sent after the session ended survives the login, which says why and leads back to the chat', async ({
  page,
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const other = await newMember(browser, site, home, newcomer());
  const chat = home + pathOf('members-id-chat', 'en', { id: await ownId(other) });
  await logIn(page, site, home, premium);
  await page.goto(chat);
  const field = page.getByRole('textbox', { name: t('chats:message') });
  await field.fill('Are you still there?');
  // It ends once the message is on its way: any other call that finds it ended would leave the page before.
  await page.route(
    `**${chats.send.path}`,
    async (route) => {
      await page.context().clearCookies({ name: /session/ });
      await route.continue({ headers: route.request().headers() });
    },
    { times: 1 },
  );
  await page.locator('.composer-send').click();
  await page.waitForURL(/\/login\?/);
  await expect(page.getByText(t('auth:ended'))).toBeVisible();
  await page.getByLabel(t('auth:email'), { exact: true }).fill(premium.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(premium.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(chat);
  // It is sent by itself or waits in the field: nothing of it is lost.
  await expect
    .poll(async () => [await field.inputValue(), ...(await page.getByRole('log').allInnerTexts())].join(' '))
    .toContain('Are you still there?');
});

test('ME6: “back to the search” returns to the place in the results', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(home + pathOf('members') + everyone);
  const card = page.locator('a.card-person').nth(14);
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  await card.click();
  await page.waitForURL(/\/members\/[0-9a-f-]{36}$/);
  await page
    .locator(`a[aria-label="${t('members:to_search')}"]`)
    .first()
    .click();
  await page.waitForURL(/two_way=0/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 5);
});

test('ME6: after filters from the dialog, too, both ways back return to the place in the results', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(home + pathOf('members'));
  await page
    .getByRole('button', { name: t('members:filters') })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: t('members:filters') });
  await dialog.getByRole('switch', { name: t('members:two_way') }).click();
  await dialog.getByRole('button', { name: t('members:show') }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/two_way=0/);
  const card = page.locator('a.card-person').nth(14);
  const toSearch = page.locator(`a[aria-label="${t('members:to_search')}"]`).first();
  for (const goBack of [() => page.goBack(), () => toSearch.click()]) {
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(0);
    await card.click();
    await page.waitForURL(/\/members\/[0-9a-f-]{36}$/);
    await expect(toSearch).toBeVisible();
    await goBack();
    await page.waitForURL(/two_way=0/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 5);
    await expect(card).toBeVisible();
  }
});

test('PH4: a free member who taps a private photo learns what shows it, and where to get that', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  const id = await memberWithPrivatePhoto(page);
  await page.goto(home + pathOf('members-id', 'en', { id }));
  await page
    .getByRole('button', { name: t('members:locked') })
    .first()
    .click();
  const overlay = page.locator('li:not([inert]) > .locked-photo');
  await expect(overlay).toContainText(t('shell:premium_private_photos'));
  await expect(overlay.getByRole('link', { name: t('shell:premium_action') })).toHaveAttribute('href', /\/premium$/);
});

/** Pages of the search may hold only members of other tests, who have no photos. */
async function memberWithPrivatePhoto(page: Page): Promise<string> {
  const id = await page.evaluate(
    async ({ search, view, query }) => {
      for (let number = 1; number <= 10; number++) {
        const { profiles } = (await (await fetch(`${search}${query}&page=${number}`)).json()) as {
          profiles: { id: string; main_image: unknown }[];
        };
        for (const profile of profiles.filter(({ main_image }) => main_image !== null)) {
          const { member } = (await (await fetch(`${view}?id=${profile.id}`)).json()) as {
            member?: { photos: { match: string | null }[] };
          };
          if (member && member.photos.length > 1 && member.photos.some(({ match }) => match === null))
            return profile.id;
        }
      }
      return null;
    },
    { search: members.search.path, view: members.view.path, query: everyone },
  );
  if (!id) throw new Error('No member has a private photo beside another.');
  return id;
}
