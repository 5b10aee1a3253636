// Serves stored photos below /media/photos by their random public name.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypeOf } from '#domain/content-types';
import { photoFolder } from './photo-store.ts';

/** What a locked photo shows. */
export const LOCKED_FORM = '32.webp';
/** Stored forms of a photo: width in pixels and format. Landers use the AVIF to save bytes. */
const ADDRESS = /^\/media\/photos\/([0-9a-f]{32})-((?:32|96|320|640|1280)\.webp|400\.avif)$/;

/** Where photos lie: those of members, and the pictures of the demo members. */
export const photoFolders = (dataDir: string, root: string): readonly string[] => [
  photoFolder(dataDir),
  join(root, 'demo', 'pictures'),
];

/** Token and stored form of a photo's address, e.g. `320.webp`; null for any other address. */
export function photoAddress(pathname: string): { token: string; form: string } | null {
  const match = ADDRESS.exec(pathname);
  return match?.[1] && match[2] ? { token: match[1], form: match[2] } : null;
}

/**
 * What is free today may be private, rejected or gone tomorrow: no shared cache keeps it, and browsers ask again after minutes,
 * which costs no bytes. A private photo is not kept at all.
 */
const CACHING = { free: 'private, max-age=300', private: 'private, no-store' } as const;

interface AskedPhoto {
  readonly file: string;
  readonly form: string;
  readonly isPrivate: boolean;
  /** What the browser has of it, by its `If-None-Match`. */
  readonly known: string | null;
}

/** The photo from the first folder that has it; 404 when none does. */
export async function servePhoto(
  folders: readonly string[],
  { file, form, isPrivate, known }: AskedPhoto,
): Promise<Response> {
  for (const folder of folders) {
    const path = join(folder, `${file}-${form}`);
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    const etag = `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`;
    const isKnown = !isPrivate && known === etag;
    const bytes = isKnown ? null : await readFile(path).catch(() => null);
    if (isKnown || bytes) {
      const headers = {
        'Content-Type': contentTypeOf(form),
        'Cache-Control': isPrivate ? CACHING.private : CACHING.free,
        ...(isPrivate ? {} : { ETag: etag }),
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Referrer-Policy': 'same-origin',
      };
      return new Response(bytes, { status: isKnown ? 304 : 200, headers });
    }
  }
  return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
}
