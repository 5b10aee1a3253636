// Similar members below a profile: what both share, more of them, and from one profile to the next.
import { SIMILAR } from '#domain/limits';
import { pathOf } from '#domain/routes';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  logIn,
  origin,
  test,
  words,
} from '#tests/support/browser';
import { memberLikeOthers } from '#tests/support/similar-profile';

const site = firstSite();
const t = words(site, 'en');

test('ME9 ME10: a profile shows similar members with what both share, and more on demand', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  const id = await memberLikeOthers(page, SIMILAR.pageSize);
  await page.goto(home + pathOf('members-id', 'en', { id }));
  const similar = page.getByRole('region', { name: t('members:similar') });
  const cards = similar.locator('a.card-person');
  await expect(cards).toHaveCount(SIMILAR.pageSize);
  await expect(cards.first().locator('.card-line')).not.toHaveText('');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await similar.getByRole('button', { name: t('members:similar_more') }).click();
  await expect.poll(() => cards.count()).toBeGreaterThan(SIMILAR.pageSize);
  await expect(cards.nth(SIMILAR.pageSize)).toBeFocused();
  const next = (await cards.first().getAttribute('href')) ?? '';
  await cards.first().click();
  await page.waitForURL(home + next);
  await expect(similar).toBeVisible();
  await expect(similar.locator(`a[href="${next}"]`)).toHaveCount(0);
});
