// Ends a process as soon as it reads in some folders, so that what it does before can be told without a clock.
import { join } from 'node:path';

/** How a trapped process ends. */
export const TRAPPED = 99;

/** The option of Node with which a process ends at its first look into one of these folders of the project. */
export function readTrap(...folders: readonly string[]): string {
  const program = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const folders = ${JSON.stringify(folders.map((folder) => join(process.cwd(), folder)))};
    const isTrap = (path) => folders.some((folder) => path === folder || path.startsWith(folder + '/'));
    for (const name of ['readFileSync', 'readdirSync', 'statSync']) {
      const real = fs[name];
      fs[name] = Object.assign((path, ...rest) => {
        if (isTrap(String(path))) process.exit(${TRAPPED});
        return real(path, ...rest);
      }, real);
    }
    syncBuiltinESMExports();`;
  return `--import=data:text/javascript,${encodeURIComponent(program)}`;
}
