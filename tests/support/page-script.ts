// Runs the inline scripts of pages against a stand-in for the browser.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

/** Runs a script of src/layouts/ where only `globals` are there. */
export const run = (name: string, globals: Record<string, unknown>): void =>
  void runInNewContext(readFileSync(`src/layouts/${name}.js`, 'utf8'), { URLSearchParams, ...globals });
/** The parts of an address that scripts read. */
export const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://site.example');
  return { pathname, search };
};
