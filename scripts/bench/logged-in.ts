// A demo member in a browser of their own, for measurements of the members area.
import type { Browser, BrowserContext, Page } from 'playwright';
import { pathOf } from '#domain/routes';
import { speech } from '#lib/i18n';
import { entered } from '#tests/support/browser';
import { benchLogins, type House } from './house.ts';

export async function logIn(
  browser: Browser,
  { home, site }: House,
  kind: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const login = benchLogins.find((each) => each.kind === kind);
  if (!login) throw new Error(`There is no demo login "${kind}".`);
  const { translate: t } = speech('en', site.texts('en'));
  const context = await entered(await browser.newContext({ viewport: { width: 360, height: 740 } }));
  const page = await context.newPage();
  await page.goto(home + pathOf('login'));
  await page.getByLabel(t('auth:email'), { exact: true }).fill(login.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(login.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(home + pathOf('members'));
  return { context, page };
}

/** The id of the member logged in, as their own browser knows it. */
export const ownId = (page: Page): Promise<string> =>
  page.evaluate(async () => ((await (await fetch('/api/user.php')).json()) as { user: { id: string } }).user.id);
