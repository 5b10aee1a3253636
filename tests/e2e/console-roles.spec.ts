// The console for support, and where the server fails.
import { expectAccessible } from '#tests/support/browser';
import { expect, nextCodeOf, pressOn, test, typeAgain, typeInto } from '#tests/support/console-page';

test('DE11: support sees no figures and decides nothing; a failed answer says so and can be asked for again', async ({
  page,
  desk,
}) => {
  let isAway = true;
  await page.route('**/operator/api/inbox', (route) =>
    isAway ? route.fulfill({ status: 409, json: { error: { code: 'internal' } } }) : route.continue(),
  );
  await page.goto(`${desk.origin}/operator/`);
  await typeInto(page, 'Email address', desk.support.email);
  await typeInto(page, 'Password', 'wrong password');
  await typeInto(page, 'One-time code', nextCodeOf(desk.support.secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('That didn’t work.');
  await typeAgain(page, 'Password', desk.password);
  await typeAgain(page, 'One-time code', nextCodeOf(desk.support.secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  isAway = false;
  await pressOn(page, 'button', 'Try again');
  await expect(page.locator('.console-item h2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Figures' })).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(page.locator('.console-item-head .note')).toContainText('2 of ');
  await expect(page.locator('.console-item h2')).toBeFocused();
});
