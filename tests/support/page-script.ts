// Runs the inline scripts of pages against a stand-in for the browser.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

/** Runs a script of src/layouts/inline/ where only `globals` are there. */
export const run = (name: string, globals: Record<string, unknown>): void =>
  void runInNewContext(readFileSync(`src/layouts/inline/${name}.js`, 'utf8'), { URLSearchParams, ...globals });
/** What scripts listen to, by the name of the event. */
export function listening() {
  const listeners: Record<string, (event: object) => void> = {};
  const addEventListener = (type: string, listener: (event: object) => void) => (listeners[type] = listener);
  return { listeners, addEventListener };
}
/** The parts of an address that scripts read. */
export const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://site.example');
  return { pathname, search };
};
