// The exports of this project in one nginx, by the files that were generated with them, in front of a backend.
import { chmodSync, cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/testing/free-port';
import { SERVED_FROM } from '#scripts/build/served-files';
import type { Site } from '#site/load';
import { makeCertificate } from './certificate.ts';
import { withBackends } from './nginx-files.ts';
import type { Project } from './web-project.ts';
import { startNginx, type WebServer } from './web-servers.ts';

const dist = join(process.cwd(), 'dist');

/** The certificate, `cert.pem` in the folder of the server, is for the domains of all sites. */
export const serveExports = (sites: readonly Site[], backend: number): Promise<WebServer> =>
  startNginx(sites, { make: (all) => projectOf(all, backend) });

async function projectOf(sites: readonly Site[], backend: number): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'matchloom-exports-'));
  chmodSync(folder, 0o755);
  const hosting = join(folder, 'dist', 'hosting');
  for (const name of ['nginx.conf', ...sites.map((site) => `${site.folder}/nginx.conf`)]) {
    mkdirSync(join(hosting, name, '..'), { recursive: true });
    cpSync(join(dist, 'hosting', name), join(hosting, name));
  }
  const domains = sites.map(({ siteSettings: { domain } }) => domain);
  makeCertificate(folder, 'loopback', domains);
  const editPorts = (text: string): string => withBackends(text, [backend, backend]);
  const edit = (text: string): string =>
    editPorts(text).replaceAll(`${SERVED_FROM}/hosting`, hosting).replaceAll(SERVED_FROM, dist);
  return { folder, ports: { http: await freePort(), https: await freePort() }, backends: [], edit, editPorts };
}
