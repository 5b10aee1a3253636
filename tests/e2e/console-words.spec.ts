// The words of the scam guard in the console: one is added, and one of ours is switched off and on again.
import { staffCalls } from '#contract/staff';
import { expectAccessible } from '#tests/support/browser';
import { expect, logIn, test } from '#tests/support/console-page';

test('DE10 SA4: a brand’s words are added and switched off, each with a reason', async ({ page, desk }) => {
  await logIn(page, desk, desk.owner);
  await page.getByRole('link', { name: 'Words' }).click();
  await expect(page.getByRole('heading', { name: 'Words', exact: true })).toBeFocused();
  await expectAccessible(page);
  const word = page.getByLabel('Word or phrase');
  const reason = page.getByLabel('Reason');
  const row = (text: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: text, exact: true }) });
  await word.fill('Zélle me');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(reason).toBeFocused();
  await reason.fill('Seen in three reports');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(row('zelle me')).toBeVisible();
  await expect(word).toHaveValue('');
  const set = page.waitForResponse((response) => response.url().endsWith(staffCalls['words.set'].path));
  await reason.fill('An ordinary word here');
  await row('bitcoin').getByRole('button', { name: 'Switch off' }).click();
  expect((await set).status()).toBe(204);
  await expect(row('bitcoin').getByRole('button', { name: 'Switch on' })).toBeVisible();
  await reason.fill('Not a good idea');
  await row('bitcoin').getByRole('button', { name: 'Switch on' }).click();
  await expect(row('bitcoin').getByRole('button', { name: 'Switch off' })).toBeVisible();
});
