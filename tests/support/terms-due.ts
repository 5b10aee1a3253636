// New terms that a member has to accept. No test can wait for real ones.
import type { Page } from '@playwright/test';
import { auth } from '#contract/auth';
import { consent } from '#contract/consent';
import { userOf } from './browser.ts';

/** The page's answers say that new terms are due until its call has accepted them; answers a function that says whether they still are. */
export async function makeTermsDue(page: Page): Promise<() => boolean> {
  let isDue = true;
  await page.route(`**${consent.give.path}`, async (route) => {
    await route.continue();
    isDue = false;
  });
  const user = await userOf(page);
  await page.route(`**${auth.user.path}`, (route) => route.fulfill({ json: { user: { ...user, terms_due: isDue } } }));
  return () => isDue;
}
