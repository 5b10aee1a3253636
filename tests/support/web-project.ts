// A small project with exports for the web servers of the tests, a certificate of its own, and two backends.
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { beginExport } from '#scripts/build/export';
import { writeHosting, writeSharedHosting } from '#scripts/build/hosting';
import { securityHeaders, type PolicedPage } from '#scripts/build/policy';
import { SERVED_FROM } from '#scripts/build/served-files';
import { pageFile, prefixOf, routes, shellOf } from '#domain/routes';
import type { Site } from '#site/load';
import { makeCertificate } from './certificate.ts';
import { freePort } from '#scripts/testing/free-port';
import { withBackends } from './nginx-files.ts';

/** Where the console is. */
export const STAFF_HOST = 'staff.matchloom.example';
/** More would only take longer. */
const LANGUAGES = ['en', 'nl'];

/** The policies name their brand, so that a mix-up shows. */
export const policyOf = (site: Site, world: string): string =>
  `default-src 'none'; report-uri /${site.folder}/${world}`;

/** A project with an export for each site, whose generated files name free ports and the folder itself. */
export async function makeProject(sites: readonly Site[]) {
  const folder = mkdtempSync(join(tmpdir(), 'matchloom-web-'));
  chmodSync(folder, 0o755);
  for (const site of sites) writeSite(folder, site);
  writeSharedHosting(folder, STAFF_HOST);
  const [http, https, first, second] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const backends = [await openBackend(first), await openBackend(second)];
  makeCertificate(folder, 'loopback');
  const editPorts = (text: string): string => withBackends(text, [first, second]);
  const edit = (text: string): string => editPorts(text).replaceAll(SERVED_FROM, join(folder, 'dist'));
  return { folder, ports: { http, https }, backends, edit, editPorts };
}

/** `version` stands in every page and in its policy. */
export function writeSite(root: string, site: Site, version = ''): void {
  const out = beginExport(join(root, 'dist', site.folder));
  const page = `<!doctype html><title>${site.name}</title>${version && `/_astro/${version}.js`}`;
  const pages: PolicedPage[] = routes
    .filter(({ screen }) => screen)
    .flatMap((route) =>
      LANGUAGES.map((language) => {
        const file = pageFile(prefixOf(language) + shellOf(route));
        return { file, route, language, needs: { scripts: [], styles: [], film: false } };
      }),
    );
  const put = (path: string, text: string): void => {
    out.put(path, text);
    out.put(`${path}.gz`, gzipSync(text));
    out.put(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));
  };
  for (const { file, route } of pages) put(file, `${page}${route.name}`);
  put(`_astro/${version || 'a'}.js`, 'export {}');
  put('manifest.webmanifest', '{}');
  put('film/a.vtt', 'WEBVTT');
  out.put('picture.webp', 'RIFF');
  const policies = {
    ...{ public: policyOf(site, `public${version}`), members: policyOf(site, `members${version}`) },
    pages: {},
  };
  writeHosting(root, out, site, pages, policies);
  out.sweep();
}

/** Answers with the headers it got, and with those that our backend sends. */
async function openBackend(port: number): Promise<{ server: Server; port: number }> {
  const server = createServer((incoming, answer) => {
    answer.writeHead(200, { ...securityHeaders, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    answer.end(JSON.stringify(incoming.headers));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, port };
}

export type Project = Awaited<ReturnType<typeof makeProject>>;
