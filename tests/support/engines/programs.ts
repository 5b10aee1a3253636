// Finds the browsers of other engines on this machine; the full run installs them where permitted (scripts/testing/programs.ts).
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  /** An X server that draws into memory. */
  readonly screen: string;
}

/** Debian's packages of them. */
export const ENGINE_PACKAGES: readonly string[] = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

const inPath = (...names: readonly string[]): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

/** The browser that belongs to the driver is not in PATH: it lies beside the library. */
function miniBrowser(): string | undefined {
  const libraries = ['/usr/lib', '/usr/libexec', ...under('/usr/lib'), ...under('/usr/libexec')];
  return libraries
    .flatMap((folder) => ['4.1', '6.0', '4.0'].map((version) => join(folder, `webkit2gtk-${version}`, 'MiniBrowser')))
    .find((path) => existsSync(path));
}

const under = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];

export const findFirefox = (): string | undefined => inPath('firefox-esr', 'firefox');

export function findWebKit(): WebKitPrograms | undefined {
  const [driver, browser, screen] = [inPath('WebKitWebDriver'), miniBrowser(), inPath('Xvfb')];
  return driver && browser && screen ? { driver, browser, screen } : undefined;
}

const install = `install the Debian packages ${ENGINE_PACKAGES.join(', ')}, then run this command again.`;

export function firefox(): string {
  const found = findFirefox();
  if (!found) throw new Error(`The full run needs Firefox: ${install}`);
  return found;
}

export function webKit(): WebKitPrograms {
  const found = findWebKit();
  if (!found) throw new Error(`The full run needs WebKitGTK with its driver, and Xvfb: ${install}`);
  return found;
}

/** Throws one sentence that says what to install. */
export function requireEngines(): void {
  firefox();
  webKit();
}
