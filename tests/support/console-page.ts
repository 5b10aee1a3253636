// What browser tests of the console share: its own backend, logging in, and reaching everything by keyboard.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Secret, TOTP } from 'otpauth';
import { expect, type Locator, type Page } from '@playwright/test';
import { test as base } from './browser.ts';
import type { ConsolePlace } from './console-server.ts';

const START_MS = 600_000;

/** Every test has a backend and a database of its own, so that none sees what another decided. */
export const test = base.extend<{ desk: ConsolePlace }>({
  // Logging in begins with the refusal that no one is logged in.
  refusals: true,
  desk: [
    async ({ context }, use) => {
      const child = spawn(process.execPath, ['tests/support/console-server.ts'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      const lines = createInterface(child.stdout);
      const place = await new Promise<ConsolePlace>((resolve, reject) => {
        lines.on('line', (line) => line.includes('"invitation"') && resolve(JSON.parse(line) as ConsolePlace));
        child.once('close', () => reject(new Error('The backend of the console ended.')));
      });
      await use(place);
      // A page that still loads pictures would report that its backend went away.
      for (const page of context.pages()) await page.close();
      child.stdin.end();
      await ended;
    },
    // Starting it is none of the test's time.
    { timeout: START_MS },
  ],
});
export { expect };

const STEP_MS = 30_000;

/** The code of the step after the present one, which is taken as well: the present one may be used. */
export const presentCodeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

export const nextCodeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + STEP_MS });

/** More than the focusable elements of any page. */
const MAX_STOPS = 200;

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  const isFocused = (): Promise<boolean> => wanted.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await isFocused()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${wanted.toString()}.`);
}

export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** Over what the field contains. */
export async function typeAgain(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Chooses in the list with the focus by the arrow keys: letters begin anew when they come slowly. */
export async function choose(page: Page, label: string, wanted: RegExp): Promise<void> {
  const list = page.getByLabel(label, { exact: true });
  await expect(list).toBeFocused();
  const at = (): Promise<{ text: string; index: number; texts: string[] }> =>
    list.evaluate((element) => {
      const { options, selectedIndex: index } = element as HTMLSelectElement;
      const texts = [...options].map(({ text }) => text);
      return { text: texts[index] ?? '', index, texts };
    });
  const { index, texts } = await at();
  const steps = texts.findIndex((text) => wanted.test(text)) - index;
  for (let step = 0; step < Math.abs(steps); step += 1) await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
  await expect.poll(async () => (await at()).text).toMatch(wanted);
}

export async function pressOn(page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole(role, { name }));
  await page.keyboard.press('Enter');
}

export async function logIn(page: Page, desk: ConsolePlace, who: ConsolePlace['owner']): Promise<void> {
  await page.goto(`${desk.origin}/operator/`);
  await expect(page.getByRole('heading', { name: 'Log in to the console' })).toBeVisible();
  await typeInto(page, 'Email address', who.email);
  await typeInto(page, 'Password', desk.password);
  await typeInto(page, 'One-time code', nextCodeOf(who.secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
}
