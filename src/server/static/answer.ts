// Builds the response of a static file: encoding, caching, and the build's headers.
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { HostingHeaders, StaticFile } from './files.ts';
import { answerRange } from './ranges.ts';

export interface AnswerOptions {
  readonly status?: number;
  readonly policy?: string;
  /**
   * Rewrites the HTML before it is sent, e.g. to fill in an error. Such responses are not cached unless `cacheControl`
   * is set.
   */
  readonly rewrite?: (html: string) => string;
  /** Overrides the Cache-Control derived from file, status and rewriting. */
  readonly cacheControl?: string;
}

/** The response to a GET or HEAD of `file`. */
export async function serveFile(
  request: Request,
  file: StaticFile,
  headers: HostingHeaders,
  options: AnswerOptions = {},
): Promise<Response> {
  const responseHeaders = new Headers(headers.security);
  responseHeaders.set('Content-Type', file.type);
  responseHeaders.set('Cache-Control', cacheControlOf(file.path, options));
  if (file.type.startsWith('text/html')) setPolicies(responseHeaders, headers, options.policy);
  if (options.rewrite) {
    const html = options.rewrite(new TextDecoder().decode(await file.read(null)));
    return respondCompressed(request, html, options.status ?? 200, responseHeaders);
  }
  const encoding = file.encodings.find((each) => accepts(request, each)) ?? null;
  if (file.encodings.length > 0) responseHeaders.set('Vary', 'Accept-Encoding');
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag;
  responseHeaders.set('ETag', etag);
  if (!options.status && request.headers.get('If-None-Match') === etag)
    return new Response(null, { status: 304, headers: responseHeaders });
  if (encoding) responseHeaders.set('Content-Encoding', encoding);
  const bytes = await file.read(encoding);
  if (file.encodings.length === 0) responseHeaders.set('Accept-Ranges', 'bytes');
  const part = file.encodings.length === 0 && !options.status ? answerRange(request, bytes, responseHeaders) : null;
  if (part) return part;
  responseHeaders.set('Content-Length', String(bytes.byteLength));
  return new Response(request.method === 'HEAD' ? null : bytes, {
    status: options.status ?? 200,
    headers: responseHeaders,
  });
}

/** Pages of members share one policy, by which they are told. */
function setPolicies(to: Headers, { policies, permissions }: HostingHeaders, policy = policies.public): void {
  to.set('Content-Security-Policy', policy);
  const allowed = permissions?.[policy === policies.members ? 'members' : 'public'];
  if (allowed) to.set('Permissions-Policy', allowed);
}

const compress = promisify(brotliCompress);
/** A tenth larger than the build's copies (quality 11) in a fiftieth of the time: 0.5 ms per page. */
const BROTLI_QUALITY = 6;

async function respondCompressed(request: Request, html: string, status: number, headers: Headers): Promise<Response> {
  if (!accepts(request, 'br')) return new Response(html, { status, headers });
  headers.set('Content-Encoding', 'br');
  headers.set('Vary', 'Accept-Encoding');
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
  };
  return new Response(new Uint8Array(await compress(html, { params })), { status, headers });
}

const accepts = (request: Request, encoding: string): boolean =>
  (request.headers.get('Accept-Encoding') ?? '')
    .split(',')
    .some((each) => each.trim().split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(each.trim()));

/** Hashed files are immutable; pages are revalidated; images and fonts are cached for a day. */
function cacheControlOf(path: string, options: AnswerOptions): string {
  if (options.cacheControl) return options.cacheControl;
  if (options.rewrite || options.status) return 'no-store';
  if (/^\/(_astro|assets)\//.test(path)) return 'public, max-age=31536000, immutable';
  return path.endsWith('.html') ? 'no-cache' : 'public, max-age=86400';
}
