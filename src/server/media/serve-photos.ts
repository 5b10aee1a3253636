// Serves stored photos below /media/photos by their random public name.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypeOf } from '#domain/content-types';

/** Stored forms of a photo: width in pixels and format. Landers use the AVIF to save bytes. */
const ADDRESS = /^\/media\/photos\/([0-9a-f]{32})-((?:96|320|640|1280)\.webp|400\.avif)$/;

/** Token and stored form of a photo's address, e.g. `320.webp`; null for any other address. */
export function photoAddress(pathname: string): { token: string; form: string } | null {
  const match = ADDRESS.exec(pathname);
  return match?.[1] && match[2] ? { token: match[1], form: match[2] } : null;
}

/** The photo from the first folder that has it; 404 when none does. */
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
