// Writes a niche's export over the previous one: unchanged files stay, changed ones are replaced at the end, the rest
// is deleted.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export interface Export {
  readonly folder: string;
  /** Paths of all files put so far, below the folder. */
  paths(): string[];
  /**
   * Writes a new file at once, because no reader requests it yet. A changed one is written beside the old file, which
   * stays until `sweep`.
   */
  put(path: string, content: string | Buffer): void;
  /** The content put at a path. */
  read(path: string): Buffer;
  /**
   * Bytes of the content put at a path; undefined where nothing was put, even if the previous export has a file there.
   */
  size(path: string): number | undefined;
  /** Puts all files of another folder, except dotfiles, which tools leave there. */
  putFolder(from: string): void;
  /**
   * Moves all changed files into place in a moment, so that readers see neither partial files nor a mix of two builds
   * for long. Deletes what was not put.
   */
  sweep(): void;
}

export function beginExport(folder: string): Export {
  const before = new Set(existsSync(folder) ? filesIn(folder) : []);
  const done = new Set<string>();
  const folders = new Set<string>();
  const beside = new Set<string>();
  const put = (path: string, content: string | Buffer): void => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const file = join(folder, path);
    done.add(path);
    if (before.has(path)) {
      if (!readFileSync(file).equals(bytes)) {
        writeFileSync(partOf(file), bytes);
        beside.add(path);
      } else if (beside.delete(path)) rmSync(partOf(file));
      return;
    }
    const around = dirname(file);
    if (!folders.has(around)) mkdirSync(around, { recursive: true });
    folders.add(around);
    writeFileSync(file, bytes);
  };
  const placeOf = (path: string): string => (beside.has(path) ? partOf(join(folder, path)) : join(folder, path));
  return {
    folder,
    paths: () => [...done],
    put,
    putFolder: (from) => publicFilesIn(from).forEach((path) => put(path, readFileSync(join(from, path)))),
    read: (path) => readFileSync(placeOf(path)),
    size: (path) => (done.has(path) ? statSync(placeOf(path)).size : undefined),
    sweep: () => {
      // A page and its compressed copies follow one another.
      for (const path of [...beside].sort()) renameSync(partOf(join(folder, path)), join(folder, path));
      beside.clear();
      [...before].filter((path) => !done.has(path)).forEach((path) => remove(folder, path));
    },
  };
}

/** Paths in the folder of all files in it. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

/** Where Astro keeps the program that renders pages. It vanishes when Astro ends, which may be while the folder is read. */
const RENDERER = '.prerender';

const publicFilesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return entry.name.startsWith('.') ? [] : [entry.name];
    if (entry.name === RENDERER) return [];
    return publicFilesIn(join(folder, entry.name)).map((path) => join(entry.name, path));
  });

/** The next build removes what an interrupted build left there. */
const partOf = (file: string): string => `${file}.part`;

/** Deletes a file, and the folders that are empty without it. */
function remove(folder: string, path: string): void {
  rmSync(join(folder, path), { force: true });
  for (let around = dirname(path); around !== '.'; around = dirname(around)) {
    if (readdirSync(join(folder, around)).length > 0) return;
    rmdirSync(join(folder, around));
  }
}
