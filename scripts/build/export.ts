// A niche's exported folder while it is made: what it held before stays where it comes again, and goes where nothing takes its place.
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
import { basename, dirname, join } from 'node:path';

export interface Export {
  readonly folder: string;
  /** Paths below the folder of all that was put. */
  paths(): string[];
  /** Makes a new file at once: nobody asks for it yet. What changes is written beside the old one, which stays until `sweep`. */
  put(path: string, content: string | Buffer): void;
  /** What was put at a path. */
  read(path: string): Buffer;
  /** Bytes of what was put at a path; undefined where nothing was, whatever the export before this one has there. */
  size(path: string): number | undefined;
  /** Puts all files of another folder but those that begin with a dot, which tools leave there. */
  putFolder(from: string): void;
  /** Brings all that changes to its place in a moment, so that nobody reads halves or pages of two builds for long; deletes what was not put. */
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
    putFolder: (from) =>
      filesIn(from)
        .filter((path) => !basename(path).startsWith('.'))
        .forEach((path) => put(path, readFileSync(join(from, path)))),
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

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

/** What a build that broke off left there, the next one sweeps away. */
const partOf = (file: string): string => `${file}.part`;

/** Deletes a file, and the folders that are empty without it. */
function remove(folder: string, path: string): void {
  rmSync(join(folder, path), { force: true });
  for (let around = dirname(path); around !== '.'; around = dirname(around)) {
    if (readdirSync(join(folder, around)).length > 0) return;
    rmdirSync(join(folder, around));
  }
}
