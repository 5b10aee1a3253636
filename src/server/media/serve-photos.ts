// Serves stored pictures below /media/photos by their random public name.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypeOf } from '#domain/content-types';

/** How a picture is stored: its width in px, and its kind. The AVIF is for landers, where every kilobyte counts. */
const ADDRESS = /^\/media\/photos\/([0-9a-f]{32})-((?:96|320|640|1280)\.webp|400\.avif)$/;

/** The token and stored form of a photo address, e.g. `320.webp`, or null when it is none. */
export function photoAddress(pathname: string): { token: string; form: string } | null {
  const match = ADDRESS.exec(pathname);
  return match?.[1] && match[2] ? { token: match[1], form: match[2] } : null;
}

/** The picture as an answer; the first folder that holds it wins. A missing file is a plain 404. */
export async function servePhoto(
  folders: readonly string[],
  file: string,
  form: string,
  isPrivate: boolean,
): Promise<Response> {
  for (const folder of folders) {
    const bytes = await readFile(join(folder, `${file}-${form}`)).catch(() => null);
    if (bytes) {
      const headers = {
        'Content-Type': contentTypeOf(form),
        'Cache-Control': isPrivate ? 'private, no-store' : 'public, max-age=86400',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Referrer-Policy': 'same-origin',
      };
      return new Response(bytes, { headers });
    }
  }
  return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
}
