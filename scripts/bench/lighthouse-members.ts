// Measures screens of the members area with Lighthouse, on the phone that it simulates, as a demo member sees them.
import type { Browser, Page } from 'playwright';
import { pathOf } from '#domain/routes';
import { type Figure, table } from './figure.ts';
import { measure } from './lighthouse-run.ts';
import { logIn } from './login.ts';
import { type RunningApp, startApp } from './running-app.ts';
import { scoreScreen } from './screen-scores.ts';

/** `port` is where Lighthouse finds the browser. */
export async function measureMembersScreens(root: string, browser: Browser, port: number): Promise<Figure[]> {
  const app = await startApp(root, { kind: 'memory' });
  try {
    const { context, page } = await logIn(browser, app, 'premium');
    const screens = await screensOf(page, app);
    const cookies = await context.cookies();
    // Lighthouse opens its pages in the browser's own context.
    const session = await browser.newBrowserCDPSession();
    await session.send('Storage.setCookies', {
      cookies: cookies.map(({ name, value, httpOnly, expires }) => ({ name, value, httpOnly, expires, url: app.home })),
    });
    await context.close();
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(screens))
      figures.push(...(await scoreScreen(name, app.home + path, (url, more) => measure(url, port, more))));
    console.log(table(figures));
    return figures;
  } finally {
    await app.stop();
  }
}

/** Five screens that members see most. */
async function screensOf(page: Page, { home }: RunningApp): Promise<Readonly<Record<string, string>>> {
  const addressOf = async (screen: string, link: string): Promise<string> => {
    await page.goto(home + screen);
    return (await page.locator(link).first().getAttribute('href')) ?? '';
  };
  const chats = pathOf('chats');
  return {
    search: pathOf('members'),
    profile: await addressOf(pathOf('members'), 'a.card-person'),
    chats,
    conversation: await addressOf(chats, `main a[href^="${chats}/"]`),
    likes: pathOf('likes'),
  };
}
