// Blocking and reporting a member, as one does it on a profile and in a chat.
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
import { newcomer, newMember, ownId } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

// Their open search shows the other one again as soon as the block is taken back.
test.use({ mayMoveBecause: 'a member who was blocked comes back into an open search' });

test('ME23 SA1 SA4: a member reports and blocks another on the profile, and takes the block back', async ({
  page,
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const typed = newcomer();
  const other = await newMember(browser, site, home, typed);
  const id = await ownId(other);
  await logIn(page, site, home);
  await page.goto(home + pathOf('members-id', 'en', { id }));
  const menu = page.locator('.person-menu summary');
  await menu.click();
  await page.getByRole('button', { name: t('safety:report'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText(t('safety:report_heading_member', { name: typed.name }));
  await expect(dialog.getByRole('button', { name: t('safety:send') })).toBeDisabled();
  await dialog.getByText(t('safety:category_scam')).click();
  await dialog.getByLabel(t('safety:text_label')).fill('Asked me for money.');
  await dialog.getByRole('switch').uncheck();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await dialog.getByRole('button', { name: t('safety:send') }).click();
  await expect(dialog.getByText(t('safety:sent_heading'))).toBeVisible();
  await dialog
    .locator('.form-actions')
    .getByRole('button', { name: t('shell:close') })
    .click();
  await menu.click();
  await page.getByRole('button', { name: t('safety:block'), exact: true }).click();
  await dialog.getByRole('button', { name: t('safety:block') }).click();
  await expect(page.getByText(t('safety:blocked_notice', { name: typed.name }))).toBeVisible();
  await expect(page.locator('.actions')).toHaveCount(0);
  await expectAccessible(page);
  await page
    .locator('.notice')
    .getByRole('button', { name: t('safety:unblock') })
    .click();
  await expect(page.locator('.actions')).toBeVisible();
});

test('D6 SA1: the menu on a card blocks its member, who leaves the page, and takes the block back', async ({
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  await page.goto(home + pathOf('members', 'en'));
  const card = page.locator('.card-place').first();
  const address = (await card.getByRole('link').getAttribute('href')) ?? '';
  const link = page.locator(`.card-person[href="${address}"]`);
  await card.locator('.card-more').click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  for (let asked = 0; asked < 2; asked += 1) await dialog.getByRole('button', { name: t('safety:block') }).click();
  await expect(link).toHaveCount(0);
  await dialog.getByRole('button', { name: t('safety:unblock') }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(link).toBeVisible();
});
