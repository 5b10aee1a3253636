// A niche's exported folder while it is made: what it held before stays where it comes again, and goes where nothing takes its place.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export interface Export {
  readonly folder: string;
  /** Paths below the folder of all that was put. */
  paths(): string[];
  put(path: string, content: string | Buffer): void;
  /** Puts all files of another folder. */
  putFolder(from: string): void;
  /** Deletes what was not put. */
  sweep(): void;
}

export function beginExport(folder: string): Export {
  const before = new Set(existsSync(folder) ? filesIn(folder) : []);
  const done = new Set<string>();
  const folders = new Set<string>();
  const put = (path: string, content: string | Buffer): void => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const file = join(folder, path);
    done.add(path);
    if (before.has(path)) {
      if (!readFileSync(file).equals(bytes)) writeOver(file, bytes);
      return;
    }
    const around = dirname(file);
    if (!folders.has(around)) mkdirSync(around, { recursive: true });
    folders.add(around);
    writeFileSync(file, bytes);
  };
  return {
    folder,
    paths: () => [...done],
    put,
    putFolder: (from) => filesIn(from).forEach((path) => put(path, readFileSync(join(from, path)))),
    sweep: () => [...before].filter((path) => !done.has(path)).forEach((path) => remove(folder, path)),
  };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

/** Not emptied first: some file systems bring to the disk at once what is emptied. */
function writeOver(file: string, bytes: Buffer): void {
  writeFileSync(file, bytes, { flag: 'r+' });
  truncateSync(file, bytes.length);
}

/** Deletes a file, and the folders that are empty without it. */
function remove(folder: string, path: string): void {
  rmSync(join(folder, path), { force: true });
  for (let around = dirname(path); around !== '.'; around = dirname(around)) {
    if (readdirSync(join(folder, around)).length > 0) return;
    rmdirSync(join(folder, around));
  }
}
