// The longer steps of a member's whole story: the first page, refusals of the signup, the search, and the credit
// history.
import type { Page } from '@playwright/test';
import type { Site } from '#site/load';
import { ageOn } from '#domain/age';
import { PASSWORD } from '#domain/limits';
import { expect, words } from './browser.ts';
import { fillSignup, sendSignup } from './signing-up.ts';
import { expectSoundPage, newcomer } from './story.ts';

/** The front page's first question, where there is one, and on to the form. */
export async function startAtFrontPage(page: Page, site: Site): Promise<void> {
  const t = words(site, 'en');
  const gender = page.getByText(t('signup:gender_female'), { exact: true });
  if (await gender.count()) await gender.click();
  await page
    .getByRole('button', { name: t('signup:submit') })
    .first()
    .click();
  await page.waitForURL(/\/signup/);
  await expectSoundPage(page);
}

/** Too young, and with a password that is too short: each has an error beside its field. */
export async function expectRefusals(page: Page, site: Site, name: string): Promise<void> {
  const t = words(site, 'en');
  const young = {
    ...newcomer(),
    name,
    password: 'x'.repeat(PASSWORD.min - 1),
    year: String(new Date().getFullYear() - 5),
  };
  await fillSignup(page, site, 'en', young);
  await sendSignup(page, site, 'en');
  await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
  const wrong = [
    [t('signup:birth_year'), t('errors:field_too_young', { min_age: 18 })],
    [t('auth:password'), t('errors:field_too_short')],
  ] as const;
  for (const [label, text] of wrong) {
    const input = page.getByLabel(label, { exact: true });
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toHaveAccessibleDescription(new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  }
  await expect(page.getByLabel(t('signup:name'), { exact: true })).not.toHaveAttribute('aria-invalid', 'true');
}

/** Finds a member by the filters of the search: only those of the member's age. */
export async function search(page: Page, site: Site, { name, year }: { name: string; year: string }): Promise<void> {
  const t = words(site, 'en');
  const age = String(ageOn(`${year}-02-29`, new Date().toISOString().slice(0, 10)));
  await page
    .getByRole('button', { name: t('members:filters') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('members:age_from'), { exact: true }).selectOption(age);
  await dialog.getByLabel(t('members:age_to'), { exact: true }).selectOption(age);
  await dialog.getByRole('button', { name: t('members:show') }).click();
  await expect(page.locator('a.card-person', { hasText: name })).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`min_age=${age}&max_age=${age}`));
}

/** Every payment and every change of credits, newest first, with the balance after each. */
export async function expectHistory(page: Page, site: Site, partner: string): Promise<void> {
  const t = words(site, 'en');
  const [payments, ledger] = [page.locator('.halves > section').first(), page.locator('.halves > section').last()];
  await expect(payments.locator('.tag')).toHaveText(
    ['paid', 'expired', 'failed', 'cancelled'].map((status) => t(`credits:status_${status}`)),
  );
  const message = t('credits:entry_message_to', { name: partner });
  await expect(ledger.locator('.entry > :first-child')).toHaveText([
    message,
    t('credits:entry_purchase'),
    ...Array<string>(4).fill(message),
    t('credits:entry_signup'),
  ]);
  await expect(ledger.locator('.entry > .number')).toHaveText(['−1', '+6', '−1', '−1', '−1', '−1', '+4']);
  await expect(ledger.locator('.entry > .entry-side.muted')).toHaveText(
    [5, 6, 0, 1, 2, 3, 4].map((balance) => t('credits:entry_balance', { balance })),
  );
}
