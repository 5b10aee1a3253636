// Logs a demo member in to a new browser, for measurements of the members area.
import type { Browser, BrowserContext, Page } from 'playwright';
import { entered, logIn as logInAs } from '#tests/support/browser';
import { benchLogins, type RunningApp } from './running-app.ts';

export async function logIn(
  browser: Browser,
  { home, site }: RunningApp,
  kind: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const login = benchLogins.find((each) => each.kind === kind);
  if (!login) throw new Error(`There is no demo login "${kind}".`);
  const context = await entered(await browser.newContext({ viewport: { width: 360, height: 740 } }));
  const page = await context.newPage();
  await logInAs(page, site, home, login);
  return { context, page };
}
