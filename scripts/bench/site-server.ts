// Serves an exported niche as the product does, beside an empty page in the same way, which is the reference of its
// pages.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import type { Site } from '#site/load';
import { openStatic } from '#server/static/index';

export const EMPTY = '/bench-empty';
/** The empty page has an empty icon of its own, because a browser may request an icon before or after it paints. */
const NOTHING = brotliCompressSync(
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Empty</title><link rel="icon" href="data:,"></head><body><main><h1>Empty</h1></main></body></html>',
);

/** Most visitors of a lander come from a known country and get no warning. */
const UNWARNED = 'country;desc="FR"';

/** Another page's answer with an empty body: a slow phone takes time to apply headers, above all policies. */
function emptied({ headers }: Response): Response {
  headers.set('Content-Encoding', 'br');
  headers.set('Content-Length', String(NOTHING.length));
  headers.delete('ETag');
  return new Response(NOTHING, { headers });
}

export interface SiteServer {
  readonly origin: string;
  close(): Promise<void>;
}

export async function serveSite(root: string, site: Site): Promise<SiteServer> {
  const pages = openStatic(join(root, 'dist'), [site]);
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/api/')) return Response.json({ profiles: [] });
    const isEmpty = pathname === EMPTY;
    const page = await pages.page(isEmpty ? new Request(new URL('/', request.url), request) : request, site);
    page.headers.set('Server-Timing', UNWARNED);
    return isEmpty ? emptied(page) : page;
  };
  const server: Server = createServer(getRequestListener(answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
