// What the console keeps and bears: the end of a session while one types, lost answers, wrong addresses, newer invitations.
import { expectAccessible } from '#tests/support/browser';
import { expect, logIn, pressOn, tabTo, test, typeInto } from '#tests/support/console-page';

test('DE11: where the session ends while one types, the login comes over the page, and the text stays', async ({
  page,
  desk,
}) => {
  const { keyboard } = page;
  const place = (text: string) => expect(page.locator('.console-item-head .note')).toContainText(text);
  const reason = page.getByLabel('Reason');
  await logIn(page, desk, desk.owner);

  await page.getByLabel('Show').selectOption('report');
  await place('1 of 5 ');
  await keyboard.press('Escape');
  await pressOn(page, 'button', 'Nothing wrong');
  await expect(reason).toBeFocused();
  await keyboard.type('They know each other');
  await pressOn(page, 'button', 'Next');
  await place('2 of 5 ');
  await expect(page.getByText(/^Asked for money \d\.$/)).toBeVisible();
  await expect(reason).toHaveCount(0);
  await page.getByLabel('Show').selectOption('appeal');
  await expect(page.getByText('I never wrote that.')).toBeVisible();
  await page.reload();
  await page.getByLabel('Show').selectOption('report');
  await expect(reason).toHaveValue('They know each other');
  // Keys are still commands: the form came back by itself.
  await expect(reason).not.toBeFocused();

  const staff: unknown = await page.evaluate(async () => (await fetch('/operator/api/me')).json());
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  // A second code would be due in half a minute only.
  await page.route('**/operator/api/login', async (route) => {
    await page.context().addCookies(cookies);
    await route.fulfill({ json: staff });
  });
  await tabTo(page, reason);
  await keyboard.press('Enter');
  const login = page.getByRole('dialog', { name: 'Log in to the console' });
  await expect(login).toBeVisible();
  await expectAccessible(page);
  await keyboard.press('Escape');
  await keyboard.press('Escape');
  await expect(login).toBeVisible();
  await expect(login.getByLabel('Email address')).toHaveValue(desk.owner.email);
  await login.getByLabel('Password').fill(desk.password);
  await login.getByLabel('One-time code').fill('123456');
  await keyboard.press('Enter');
  await expect(login).toHaveCount(0);
  await expect(page).toHaveTitle(/^Inbox/);
  await expect(reason).toBeFocused();
  await expect(reason).toHaveValue('They know each other');
  await keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Report closed without action.');
  await place('1 of 4 ');

  await pressOn(page, 'button', 'Log out');
  await expect(page.getByRole('heading', { name: 'Log in to the console' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('typed')))).toEqual([]);
});

test('DE11: goodwill is given once though its answer is lost; who is suspended can be decided about again', async ({
  page,
  desk,
}) => {
  const { keyboard } = page;
  const keys: (string | undefined)[] = [];
  await page.route('**/operator/api/members/credit', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const response = await route.fetch();
    // Given, but not told: an answer that is not tried again by itself.
    if (keys.length === 1) await route.fulfill({ status: 409, json: { error: { code: 'internal' } } });
    else await route.fulfill({ response });
  });
  await logIn(page, desk, desk.owner);
  await pressOn(page, 'link', 'Members');
  await page.getByLabel('Brand').selectOption(desk.brand);
  await typeInto(page, 'Email address', desk.payer.email);
  await keyboard.press('Enter');
  await pressOn(page, 'button', 'Give credits');
  const credits = page.getByLabel('Credits', { exact: true });
  await expect(credits).toBeFocused();
  await keyboard.type('10');
  await typeInto(page, 'Reason', 'Sorry');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).not.toHaveText('');
  await page.reload();
  await pressOn(page, 'button', 'Give credits');
  await expect(credits).toHaveValue('10');
  await keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Given. The member now has 30 credits.');
  expect(keys).toEqual([keys[0], keys[0]]);
  await expect(page.getByRole('row', { name: / 10 30$/ })).toHaveCount(1);

  for (const measure of ['suspend', 'ban']) {
    await pressOn(page, 'button', 'Warn, suspend or ban');
    await page.getByLabel('What to do').selectOption(measure);
    await typeInto(page, 'Reason', 'As our rules say');
    await keyboard.press('Enter');
    await expect(page.getByText(measure === 'ban' ? 'ban for good' : 'suspend for a time')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lift the suspension' })).toBeVisible();
  }
});

test('DE11: an address that no console wrote says that nothing is there; a newer invitation replaces a lost one', async ({
  page,
  desk,
  watch,
}) => {
  const { token, email } = desk.invitation;
  await page.goto(`${desk.origin}/operator/invitation#${'x'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This invitation doesn’t work' })).toBeVisible();
  await page.goto(`${desk.origin}/operator/invitation#${token}`);
  await expect(page.getByText(email)).toBeVisible();

  await logIn(page, desk, desk.owner);
  await page.goto(`${desk.origin}/operator/members/%E0%A4%A`);
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible();
  await page.goto(`${desk.origin}/operator/members/${desk.brand}/%E0%A4%A`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);

  // What cannot be drawn leaves the ways to other pages alone.
  await page.evaluate(() => Object.assign(Intl, { DateTimeFormat: null }));
  await pressOn(page, 'link', 'Inbox');
  await expect(page.getByRole('alert')).toHaveText(/An error has occurred/);
  await pressOn(page, 'link', 'Members');
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible();
  watch.errors.splice(0, Infinity, ...watch.errors.filter((error) => !error.includes('supportedLocalesOf')));
});
