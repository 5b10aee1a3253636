// A temporary copy of the project to modify and break, which shares the installed packages.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { COPIES } from '#scripts/testing/run-folder';

const root = join(import.meta.dirname, '../..');
const SOURCES = [
  'src',
  'niches',
  'locales',
  'public',
  'demo',
  'docs',
  'scripts',
  'deploy',
  '.dockerignore',
  '.npmrc',
  'Dockerfile',
  'compose.yaml',
  'README.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'astro.config.mjs',
];
/** Previews are the same everywhere and slow to draw, so a copy starts with the project's. */
const CACHES = ['.cache/previews'];

export interface ProjectCopy {
  readonly root: string;
  path(...segments: string[]): string;
  text(path: string): string;
  /** Changes one top-level field of a JSON file; `undefined` removes it. */
  setField(path: string, field: string, value: unknown): void;
  /** Removes all other languages, for a quick build. */
  keepLanguages(...codes: string[]): void;
  /** Runs one of its scripts; answers the exit code and the output. */
  script(name: string, ...args: string[]): { code: number | null; output: string };
  remove(): void;
}

/**
 * Where copies are: below the project, because Astro and the test runners resolve packages only from above. It is named
 * after the folder of the run, which removes both (scripts/testing/run-folder.ts).
 */
export function copiesFolder(): string {
  const folder = join(root, COPIES, basename(tmpdir()));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** `sources` are all that a build needs, unless a test makes do with less. */
export function copyProject(sources: readonly string[] = [...SOURCES, ...CACHES]): ProjectCopy {
  const copy = mkdtempSync(join(copiesFolder(), 'copy-'));
  for (const path of sources) {
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(copy, path), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const path = (...segments: string[]): string => join(copy, ...segments);
  const text = (file: string): string => readFileSync(path(file), 'utf8');
  return {
    root: copy,
    path,
    text,
    setField: (file, field, value) =>
      writeFileSync(path(file), JSON.stringify({ ...JSON.parse(text(file)), [field]: value })),
    keepLanguages: (...codes) => {
      for (const name of readdirSync(path('locales')))
        if (name.length === 2 && !codes.includes(name)) rmSync(path('locales', name), { recursive: true });
    },
    script: (name, ...args) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.ts`, ...args], {
        cwd: copy,
        encoding: 'utf8',
        env: { ...process.env, NODE_ENV: 'production' },
      });
      return { code: status, output: stdout + stderr };
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}
