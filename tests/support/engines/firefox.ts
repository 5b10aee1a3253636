// Firefox, driven over WebDriver BiDi, which it speaks without a driver of its own.
import { expect } from '@playwright/test';
import { type ElementHandle, launch, type Page } from 'puppeteer-core';
import { type Device, isXPath, TIMEOUT_MS, type Place, WINDOW } from './device.ts';

export async function openFirefox(executablePath: string): Promise<Device> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: null,
    args: [`--width=${WINDOW.width}`, `--height=${WINDOW.height}`],
  });
  const [page = await browser.newPage()] = await browser.pages();
  // Its locators wait for frames, which a hidden window may not draw.
  const visible = async (place: Place): Promise<ElementHandle<Element>> => {
    const selector = isXPath(place) ? `::-p-xpath(${place})` : place;
    const found = await page.waitForSelector(selector, { visible: true, timeout: TIMEOUT_MS });
    if (!found) throw new Error(`Nothing visible at ${place}`);
    return found;
  };
  return {
    open: (address) => open(page, address),
    see: async (place) => void (await visible(place)),
    press: async (place) => {
      const element = await visible(place);
      await element.evaluate((each) => each.scrollIntoView({ block: 'center' }));
      await element.click();
    },
    type: async (place, text) => {
      const field = await visible(place);
      await field.evaluate((each) => (each as HTMLInputElement).select());
      await field.type(text);
    },
    evaluate: (expression) => page.evaluate(expression),
    picture: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    close: () => browser.close(),
  };
}

/** Navigates as a script does: the client misses the end of some navigations by address. */
async function open(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    Object.assign(globalThis, { isLeft: true });
    location.assign(to);
  }, address);
  const isThere = (): Promise<unknown> =>
    page.evaluate("!globalThis.isLeft && document.readyState === 'complete'").catch(() => false);
  await expect.poll(isThere, { timeout: TIMEOUT_MS }).toBe(true);
}
