// Serves stored photos below /media/photos by their random public name.
import { contentTypeOf } from '#domain/content-types';
import type { PhotoFiles } from './photo-files.ts';

/**
 * The token, of a private photo the hour until which the address is valid and its signature, and the stored form: width in pixels and
 * format. Landers use the AVIF to save bytes.
 */
const ADDRESS = /^\/media\/photos\/([0-9a-f]{32})-(?:(\d{6}-[0-9a-f]{32})-)?((?:32|96|320|640|1280)\.webp|400\.avif)$/;

export interface PhotoAddress {
  readonly token: string;
  /** What opens a private photo; null in other addresses. */
  readonly key: string | null;
  /** Such as `320.webp`. */
  readonly form: string;
}

/** Null for any other address. */
export function photoAddress(pathname: string): PhotoAddress | null {
  const [, token, key = null, form] = ADDRESS.exec(pathname) ?? [];
  return token && form ? { token, key, form } : null;
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
  /** Whether only the headers are asked for. */
  readonly isHead?: boolean;
}

/** 404 when there is no such file. Throws when the store of files does not answer. */
export async function servePhoto(
  photos: Pick<PhotoFiles, 'read'>,
  { file, form, isPrivate, known, isHead = false }: AskedPhoto,
): Promise<Response> {
  const found = await photos.read(file, form, isPrivate ? null : known);
  if (!found) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
  const { etag, content } = found;
  const headers = {
    'Content-Type': contentTypeOf(form),
    ...(content ? { 'Content-Length': String(content.size) } : {}),
    'Cache-Control': isPrivate ? CACHING.private : CACHING.free,
    ...(isPrivate ? {} : { ETag: etag }),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
  };
  if (isHead) await content?.stream.cancel();
  return new Response(isHead ? null : (content?.stream ?? null), { status: content ? 200 : 304, headers });
}
