// The console of staff: how one gets in and out, and a day's work, all of it by keyboard.
import type { Page } from '@playwright/test';
import { type AuditEntry, staffCalls } from '#contract/staff';
import { expectAccessible } from '#tests/support/browser';
import {
  choose,
  expect,
  logIn,
  presentCodeOf,
  pressOn,
  tabTo,
  test,
  typeAgain,
  typeInto,
} from '#tests/support/console-page';

test('DE11: an invitation leads to an authenticator, a password and the inbox; one logs out and in again', async ({
  page,
  desk,
}) => {
  const { token, email } = desk.invitation;
  await page.goto(`${desk.origin}/operator/invitation#${token}`);
  await expect(page.getByRole('heading', { name: 'Welcome to the team' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await expectAccessible(page);
  await typeInto(page, 'Your name', 'Robin');
  await typeInto(page, 'New password', 'password');
  await typeInto(page, 'One-time code', presentCodeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await typeAgain(page, 'New password', desk.password);
  // The first one may have run out by now.
  await typeAgain(page, 'One-time code', presentCodeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await expect(page.getByText('Robin')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Figures' })).toHaveCount(0);
  await pressOn(page, 'button', 'Log out');
  await expect(page.getByRole('heading', { name: 'Log in to the console' })).toBeVisible();
  await expectAccessible(page);
  await logIn(page, desk, { email, secret });
  await page.goto(`${desk.origin}/operator/invitation#${token}`);
  await expect(page.getByRole('heading', { name: 'This invitation doesn’t work' })).toBeVisible();
  await expectAccessible(page);
});

test('DE11 SA4 CR54: a day’s work by keyboard alone, over two brands, and the log tells it', async ({ page, desk }) => {
  const { keyboard } = page;
  const said = (text: string) => expect(page.getByRole('status')).toHaveText(text);
  const place = (text: string) => expect(page.locator('.console-item-head .note')).toContainText(text);
  const show = async (kind: string): Promise<void> => {
    await tabTo(page, page.getByLabel('Show', { exact: true }));
    await choose(page, 'Show', new RegExp(`^${kind}`));
    await expect(page.locator('.console-item h2')).toContainText(kind);
    // In a list, letters choose.
    await tabTo(page, page.getByRole('button', { name: 'Look again' }));
  };
  await logIn(page, desk, desk.owner);
  await expectAccessible(page);

  await show('Photo');
  for (let left = 20; left > 0; left -= 1) {
    await place(`1 of ${left} `);
    await expect(page.getByRole('img', { name: /^Photo of / })).toBeVisible();
    if (left === 20) await expectAccessible(page);
    await keyboard.press('a');
    if (left > 1) await place(`1 of ${left - 1} `);
  }
  await expect(page.getByRole('heading', { name: 'That was the last one' })).toBeVisible();
  await said('Photo approved.');
  await keyboard.press('u');
  await place('1 of 1 ');
  await expect(page.locator('.console-details').getByText('active')).toBeVisible();
  await keyboard.press('r');
  await expect(page.getByLabel('What’s wrong with the photo?')).toBeFocused();
  await choose(page, 'What’s wrong with the photo?', /^too revealing$/);
  await pressOn(page, 'button', 'Reject: confirm');
  await said('Photo rejected.');

  await show('Report');
  for (let left = 5; left > 0; left -= 1) {
    await place(`1 of ${left} `);
    await expect(page.getByText(/^Asked for money \d\.$/)).toBeVisible();
    const isClosed = left % 2 === 0;
    await keyboard.press(isClosed ? 'a' : 'r');
    if (!isClosed) {
      await expect(page.getByLabel('What to do')).toBeFocused();
      if (left === 5) await choose(page, 'What to do', /^suspend/);
      if (left === 5) await expectAccessible(page);
    }
    await typeInto(page, 'Reason', 'As our rules say');
    await keyboard.press('Enter');
    if (left > 1) await place(`1 of ${left - 1} `);
  }
  await said('Action taken on the report.');

  await show('Appeal');
  await expect(page.getByText('I never wrote that.')).toBeVisible();
  await keyboard.press('a');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await keyboard.type('They are right');
  await tabTo(page, page.getByLabel('Answer (optional)'));
  await keyboard.type('Sorry about that.');
  await expectAccessible(page);
  await pressOn(page, 'button', 'Grant: confirm');
  await said('Appeal granted, and the decision is undone.');
  // What was decided doesn't come back when one looks at its kind again.
  await tabTo(page, page.getByLabel('Show', { exact: true }));
  await choose(page, 'Show', /^Photo \(0\)$/);
  await expect(page.getByRole('heading', { name: 'That was the last one' })).toBeVisible();

  await pressOn(page, 'link', 'Members');
  await expect(page.getByRole('heading', { name: 'Members' })).toBeFocused();
  await expectAccessible(page);
  await tabTo(page, page.getByLabel('Brand'));
  await keyboard.press('Home');
  await expect(page.getByLabel('Brand')).toHaveValue(desk.brand);
  await typeInto(page, 'Email address', 'no.one@nowhere.example');
  await keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('No member of this brand has this address.');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(desk.payer.email);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: desk.payer.name })).toBeVisible();
  await expect(page.getByRole('cell', { name: '15', exact: true }).first()).toBeVisible();
  await expectAccessible(page);

  await pressOn(page, 'button', 'Refund');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await expectAccessible(page);
  await keyboard.type('Asked for by phone');
  await keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('will be refunded, for 15 unused credits.');

  await pressOn(page, 'button', 'Warn, suspend or ban');
  await expect(page.getByLabel('What to do')).toBeFocused();
  await choose(page, 'What to do', /^suspend/);
  await typeInto(page, 'Reason', 'As our rules say');
  await keyboard.press('Enter');
  await said('Decided. The member is told by email.');
  await expect(page.locator('.console-details').getByText('suspended', { exact: true })).toBeVisible();
  await pressOn(page, 'button', 'Lift the suspension');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await keyboard.type('It was a mistake');
  await keyboard.press('Enter');
  await said('The suspension is lifted.');
  await expect(page.getByRole('button', { name: 'Warn, suspend or ban' })).toBeVisible();

  await pressOn(page, 'link', 'Figures');
  await expect(page.getByRole('img', { name: /^Revenue EUR by day/ })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Revenue EUR' })).toBeVisible();
  await expect(
    page.getByRole('row', { name: new RegExp(`^${desk.brand} `) }).filter({ hasText: desk.revenue }),
  ).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, page.getByRole('link', { name: 'Download as CSV' }));
  const download = page.waitForEvent('download');
  await keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^figures-.*\.csv$/);

  await pressOn(page, 'link', 'Fictional profiles');
  await expect(page.getByRole('heading', { name: 'Fictional profiles', level: 1 })).toBeFocused();
  await pressOn(page, 'button', 'Make a profile');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await keyboard.type('Robin');
  await tabTo(page, page.getByLabel('Born'));
  // Month and day are the same, since their order is the browser's.
  await keyboard.type('06061990');
  await tabTo(page, page.getByLabel('Looking for'));
  await choose(page, 'Looking for', /^female$/);
  await expectAccessible(page);
  await typeInto(page, 'Reason', 'For the launch');
  await keyboard.press('Enter');
  await said('Made. Members can find it now, marked as fictional.');
  await expect(page.getByRole('cell', { name: 'Robin', exact: true })).toBeVisible();
  await expectAccessible(page);
  await pressOn(page, 'button', 'Retire');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await keyboard.type('Not needed');
  await keyboard.press('Enter');
  await said('Retired. Nobody finds this profile any more.');

  await pressOn(page, 'link', 'Members');
  await tabTo(page, page.getByLabel('Brand'));
  await keyboard.press('Home');
  await typeInto(page, 'Email address', desk.payer.email);
  await keyboard.press('Enter');
  await pressOn(page, 'button', 'Send a copy of the data');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await keyboard.type('Asked by letter');
  await keyboard.press('Enter');
  await said('On its way. The member is told by email.');
  await pressOn(page, 'button', 'Erase');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await expectAccessible(page);
  await keyboard.type('Asked by letter');
  await keyboard.press('Enter');
  await said('Erased.');
  await expect(page.getByText(desk.payer.email)).toHaveCount(0);

  const told = await decisionsInLog(page, desk.brand);
  expect(told.filter((each) => each === 'reports.decide: As our rules say')).toHaveLength(5);
  expect(told.filter((each) => !each.startsWith('photos.') && !each.startsWith('reports.')).sort()).toEqual([
    'appeals.decide: They are right',
    'fictional.make: For the launch',
    'fictional.retire: Not needed',
    'members.decide: As our rules say',
    'members.decide: It was a mistake',
    'members.erase: Asked by letter',
    'members.export: Asked by letter',
    'payments.refund: Asked for by phone',
  ]);
  expect(told).toContain('photos.decide: null');
});

/** What the owner has decided about a brand, with its reason. */
async function decisionsInLog(page: Page, brand: string): Promise<string[]> {
  const entries = await page.evaluate(async (path) => {
    const answer = await fetch(path);
    return ((await answer.json()) as { entries: AuditEntry[] }).entries;
  }, `${staffCalls['audit.list'].path}?brand=${brand}`);
  return entries
    .filter(({ role, call }) => role === 'owner' && /\.(decide|refund|export|erase|make|retire)$/.test(call))
    .map(({ call, reason }) => `${call}: ${reason}`);
}
