// Joining from a member's page leads back to that member, also after the address was corrected.
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { someMember } from '#tests/support/public-pages';
import { confirmByLink, fillSignup, mailedLink, newVisitor, sendSignup, skipSteps } from '#tests/support/signing-up';

const site = firstSite();
const t = words(site, 'en');

test('LA11 SG8 SG11: who joined from a member’s page corrects the address, confirms it and writes to that member', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  const { id, name } = await someMember(page, home);
  const visitor = newVisitor();
  await page.goto(home + pathOf('members-id-signup', 'en', { id }));
  await fillSignup(page, site, 'en', visitor);
  await sendSignup(page, site, 'en');
  await page.waitForURL(home + pathOf('complete-signup'));
  const hello = page.getByLabel(t('signup:hello_label', { name }), { exact: true });
  await hello.fill('Good evening from the lake');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.screenshot({ path: test.info().outputPath('message.png'), fullPage: true });
  await page.getByRole('button', { name: t('likes:write') }).click();
  await expect(page.getByText(t('signup:hello_waiting'))).toBeVisible();
  await skipSteps(page, site, 'en');
  await expect(page.getByText(t('signup:step_text', { email: visitor.email }))).toBeVisible();
  const write = page.getByRole('link', { name: t('signup:write_to', { name }) });
  await expect(write).toBeVisible();
  await page.getByRole('button', { name: t('signup:address_wrong') }).click();
  const address = page.getByLabel(t('signup:address_right'), { exact: true });
  await expect(address).toHaveValue(visitor.email);
  await expect(address).toBeFocused();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const email = newVisitor().email;
  await address.fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('signup:address_sent', { email }))).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('corrected.png'), fullPage: true });
  const mails = await page.context().newPage();
  await confirmByLink(mails, site, 'en', await mailedLink(mails, home, email));
  await expect(mails.getByRole('link', { name: t('signup:write_to', { name }) })).toHaveAttribute(
    'href',
    pathOf('members-id-chat', 'en', { id }),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:confirmed_heading'));
  await page.screenshot({ path: test.info().outputPath('confirmed.png'), fullPage: true });
  await write.click();
  await page.waitForURL(home + pathOf('members-id-chat', 'en', { id }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(page.getByText('Good evening from the lake', { exact: true })).toBeVisible();
});
