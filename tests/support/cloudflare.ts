// An export served by Cloudflare Pages' own code, without Cloudflare: its parsers, its rules, its search for files.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { generateHandler, HEADERS_VERSION } from '@cloudflare/pages-shared/dist/asset-server/handler.js';
import { parseAllHeaders } from '@netlify/headers-parser';
import { generateRedirectsEvaluator } from 'redirects-in-workers';
import { contentTypeOf } from '#domain/content-types';

type Ask = (address: string) => Promise<Response>;

/** What answers addresses of the folder. Its rules are read with a warning on the console for each that is not taken. */
export async function onCloudflare(folder: string, origin: string): Promise<Ask> {
  const redirected = generateRedirectsEvaluator(readFileSync(join(folder, '_redirects'), 'utf8'));
  // The parser of headers is in no small package; both hosts read the same lines.
  const { headers } = await parseAllHeaders({
    headersFiles: [join(folder, '_headers')],
    configHeaders: [],
    minimal: true,
  });
  const rules = Object.fromEntries(headers.map((rule) => [rule.for, { set: rule.values }]));
  const metadata = { headers: { version: HEADERS_VERSION, rules } };
  const serve = (request: Request): Promise<Response> =>
    generateHandler<string>({
      request,
      metadata,
      logError: (error: Error) => {
        throw error;
      },
      findAssetEntryForPath: (path) => Promise.resolve(isFile(join(folder, path)) ? path : null),
      getAssetKey: (path) => path,
      negotiateContent: () => ({ encoding: null }),
      fetchAsset: (path) =>
        Promise.resolve({
          body: new Blob([readFileSync(join(folder, path))]).stream(),
          contentType: contentTypeOf(path),
        }),
    });
  return async (address) => {
    const request = new Request(origin + address);
    return (await redirected(request, { fetch: serve } as never)) ?? serve(request);
  };
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
