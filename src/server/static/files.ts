// Lists the files of an exported niche at startup; only listed files are served.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypeOf } from '#domain/content-types';

/** One file: its path, and its contents, plain or compressed. */
export interface StaticFile {
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  readonly encodings: readonly ('br' | 'gzip')[];
  read(encoding: 'br' | 'gzip' | null): Promise<Uint8Array<ArrayBuffer>>;
}

/** Headers that the build wrote for servers. */
export interface HostingHeaders {
  readonly security: Readonly<Record<string, string>>;
  /** Exports of earlier releases have one for all pages, in `security`. */
  readonly permissions?: Readonly<Record<'members' | 'public', string>>;
  readonly policies: {
    readonly members: string;
    readonly public: string;
    readonly pages: Readonly<Record<string, string>>;
  };
}

export interface StaticSite {
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly headers: HostingHeaders;
}

const HIDDEN = new Set(['/_headers', '/_redirects']);
const ENDINGS = { br: '.br', gzip: '.gz' } as const;
/** Files up to this size stay in memory once read. */
const MAX_CACHED_BYTES = 200_000;

/** Lists dist/<folder>. Throws one sentence when the build is missing or incomplete. */
export function listSite(dist: string, folder: string): StaticSite {
  const root = join(dist, folder);
  const headersFile = join(dist, 'hosting', folder, 'headers.json');
  // A build removes this file when it begins (scripts/export-freshness.ts).
  if (![headersFile, join(dist, 'hosting', folder, 'finished')].every((file) => existsSync(file)))
    throw new Error(`The site "${folder}" is not built, or not to the end; run: npm run build ${folder}`);
  return {
    files: listFolder(root),
    headers: JSON.parse(readFileSync(headersFile, 'utf8')) as HostingHeaders,
  };
}

/** All files in a folder by their path, without the copies of them. */
export function listFolder(root: string): StaticSite['files'] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(root, name)).isFile(),
  );
  const all = new Set(names);
  const files = names
    .filter((name) => !/\.(br|gz)$/.test(name) || !all.has(name.replace(/\.(br|gz)$/, '')))
    .map((name) => listFile(root, name, all))
    .filter((file) => !HIDDEN.has(file.path));
  return new Map(files.map((file) => [file.path, file]));
}

function listFile(root: string, name: string, all: ReadonlySet<string>): StaticFile {
  const full = join(root, name);
  const { size } = statSync(full);
  const cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    path: `/${name}`,
    type: contentTypeOf(name),
    etag: `"${createHash('sha256').update(readFileSync(full)).digest('base64url').slice(0, 20)}"`,
    encodings: (['br', 'gzip'] as const).filter((encoding) => all.has(name + ENDINGS[encoding])),
    read: (encoding) => {
      const path = encoding ? full + ENDINGS[encoding] : full;
      if (size > MAX_CACHED_BYTES) return readFile(path);
      const cached = cache.get(path);
      if (cached) return cached;
      const bytes = readFile(path);
      cache.set(path, bytes);
      bytes.catch(() => cache.delete(path));
      return bytes;
    },
  };
}
