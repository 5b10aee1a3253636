// Makes small projects in a temporary folder, for the tests of the checks.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Call it once, at the top of a test file. The folder exists while its tests run. */
export function smallProjects(): {
  copy: () => string;
  /** Writes a project with just these files and answers its folder. */
  project: (name: string, files: Readonly<Record<string, string>>) => string;
} {
  let copy = '';
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'checks-'));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));
  return {
    copy: () => copy,
    project: (name, files) => {
      const folder = join(copy, name);
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      return folder;
    },
  };
}
