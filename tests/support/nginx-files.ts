// Makes the generated files of nginx fit this machine: ports, certificate and modules; and writes a main file, as Debian has one.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BACKENDS, CHALLENGES } from '#scripts/build/served-files';
import { BROTLI_MODULE, hasBrotli } from '#scripts/testing/has-program';

export interface Fit {
  /** Where the certificate is. */
  readonly folder: string;
  readonly ports: { readonly http: number; readonly https: number };
}

/** A file of nginx with the ports and the certificate of this machine. */
export const fitNginx = ({ folder, ports }: Fit, text: string): string =>
  text
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/listen 80\b/g, `listen 127.0.0.1:${ports.http}`)
    .replace(/listen 443\b/g, `listen 127.0.0.1:${ports.https}`)
    .replaceAll('/etc/nginx/matchloom-brotli', join(folder, 'matchloom-brotli'))
    .replaceAll(CHALLENGES, join(folder, 'challenges'))
    .replace(/\/etc\/letsencrypt\/live\/[^/]+\/fullchain\.pem/g, join(folder, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\/live\/[^/]+\/privkey\.pem/g, join(folder, 'key.pem'));

/** A file of nginx or Caddy with other backends. */
export const withBackends = (text: string, ports: readonly [number, number]): string =>
  BACKENDS.reduce((edited, address, at) => edited.replaceAll(address, `127.0.0.1:${ports[at]}`), text);

/** Edits the file that all brands share, and that of each brand. */
export function editHosting(hosting: string, name: 'nginx.conf' | 'Caddyfile', edit: (text: string) => string): void {
  const brands = readdirSync(hosting).filter((each) => statSync(join(hosting, each)).isDirectory());
  for (const file of [name, ...brands.map((brand) => join(brand, name))])
    writeFileSync(join(hosting, file), edit(readFileSync(join(hosting, file), 'utf8')));
}

export const ACCESS_LOG = 'access.log';

/** Writes `main.conf`, as Debian's own file, which keeps an access log; answers its path. */
export function writeMain(folder: string, included: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path temp/${name};`,
  );
  mkdirSync(join(folder, 'temp'));
  if (hasBrotli()) writeFileSync(join(folder, 'matchloom-brotli.conf'), 'brotli_static on;');
  const main = [
    ...(hasBrotli() ? [`load_module ${BROTLI_MODULE};`] : []),
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    ...['daemon off;', 'pid nginx.pid;', 'error_log stderr warn;', 'events {}', 'http {'],
    ...(readdirSync('/etc/nginx').includes('mime.types') ? ['include /etc/nginx/mime.types;'] : []),
    ...['default_type application/octet-stream;', 'gzip on;', `access_log ${ACCESS_LOG};`, ...temporary],
    ...[`include ${included};`, '}'],
  ];
  writeFileSync(join(folder, 'main.conf'), main.join('\n'));
  return join(folder, 'main.conf');
}
