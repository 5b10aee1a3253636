// WebKitGTK, driven over WebDriver, on a screen in memory: the engine of every browser on an iPhone.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { freePort } from '#scripts/testing/free-port';
import { Builder, By, type Locator, type WebDriver, type WebElement } from 'selenium-webdriver';
import { type Device, isXPath, TIMEOUT_MS, type Place, WINDOW } from './device.ts';
import type { WebKitPrograms } from './programs.ts';

/** A screen in memory; answers its name, which the X server chooses. */
async function startScreen(program: string): Promise<{ screen: ChildProcess; name: string }> {
  const screen = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { screen, name: `:${number.toString().trim()}` };
}

/** Waits until the driver answers. */
async function answering(server: string): Promise<void> {
  for (const start = Date.now(); ;) {
    const isReady = await fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() - start > TIMEOUT_MS) throw new Error('WebKitWebDriver does not answer.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function openWebKit({ driver: program, browser: binary, screen }: WebKitPrograms): Promise<Device> {
  const memory = await startScreen(screen);
  const port = await freePort();
  const service = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: memory.name },
  });
  const end = (): void => {
    service.kill();
    memory.screen.kill();
  };
  try {
    const server = `http://127.0.0.1:${port}`;
    await answering(server);
    const driver = await new Builder()
      .usingServer(server)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      })
      .build();
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...WINDOW });
    return deviceOf(driver, end);
  } catch (error) {
    end();
    throw error;
  }
}

const locatorOf = (place: Place): Locator => (isXPath(place) ? By.xpath(place) : By.css(place));

/** The first visible element at a place; the page may draw it anew while it is looked at. */
const visible = (driver: WebDriver, place: Place): Promise<WebElement> =>
  driver.wait(
    async () => {
      try {
        for (const element of await driver.findElements(locatorOf(place)))
          if (await element.isDisplayed()) return element;
      } catch {
        // It has gone: looked for again.
      }
      return null;
    },
    TIMEOUT_MS,
    `Nothing visible at ${place}`,
  ) as Promise<WebElement>;

const deviceOf = (driver: WebDriver, end: () => void): Device => ({
  open: (address) => driver.get(address),
  see: async (place) => void (await visible(driver, place)),
  press: async (place) => {
    const element = await visible(driver, place);
    await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
    await element.click();
  },
  type: async (place, text) => {
    const field = await visible(driver, place);
    await field.clear();
    await field.sendKeys(text);
  },
  evaluate: (expression) => driver.executeScript(`return (${expression})`),
  picture: async (file) => writeFile(file, await driver.takeScreenshot(), 'base64'),
  close: async () => {
    await driver.quit().finally(end);
  },
});
