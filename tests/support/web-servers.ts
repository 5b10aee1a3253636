// Runs the generated files of nginx and Caddy on loopback: small exports, a certificate of our own, and two backends.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { dirname, join } from 'node:path';
import { BROTLI_MODULE, hasBrotli } from '#scripts/testing/has-program';
import { CHALLENGES } from '#scripts/build/served-files';
import type { Site } from '#site/load';
import { makeProject, type Project } from './web-project.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly raw: readonly string[];
  readonly body: string;
}

export interface WebServer {
  readonly folder: string;
  readonly ports: { readonly http: number; readonly https: number };
  /** Stops or starts one of the two backends. */
  backend(at: 0 | 1, state: 'up' | 'down'): Promise<void>;
  /** Loads the files again, as `systemctl reload` does. */
  reload(): void;
  ask(host: string, path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  stop(): Promise<void>;
}

const PROGRAM_PATH = `${process.env['PATH']}:/usr/sbin`;

function running({ folder, ports, backends }: Project, child: ChildProcess, reload: () => void): WebServer {
  return {
    folder,
    ports,
    backend: (at, state) =>
      new Promise((resolve) => {
        const { server, port } = backends[at] ?? { server: createServer(), port: 0 };
        if (state === 'up') return void server.listen(port, '127.0.0.1', resolve);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    reload,
    ask: (host, path, headers = {}) => askOver(ports.https, host, path, headers),
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => (child.exitCode === null ? child.once('close', resolve) : resolve(null)));
      for (const { server } of backends) {
        server.close();
        server.closeAllConnections();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const askOver = (
  port: number,
  host: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, path, servername: host, rejectUnauthorized: false, agent: false };
    request({ ...target, headers: { host, ...headers } }, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, raw: answer.rawHeaders, body }),
      );
    })
      .on('error', reject)
      .end();
  });

async function untilUp(port: number, host: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let tries = 0; tries < 2000 && child.exitCode === null; tries += 1) {
    if (
      await askOver(port, host, '/', {}).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The web server did not start: ${said()}`);
}

/** All brands in the one `http {}` of Debian's nginx. Throws what `nginx -t` says. */
export async function startNginx(
  sites: readonly Site[],
  { included = 'dist/hosting', make = makeProject, prepare = editNginx }: StartOptions = {},
): Promise<WebServer> {
  const made = await make(sites);
  const { folder } = made;
  prepare(made, sites);
  writeFileSync(join(folder, 'main.conf'), mainFile(folder, join(folder, included, 'nginx.conf')));
  const args = ['-p', folder, '-c', join(folder, 'main.conf'), '-e', 'stderr'];
  const env = { ...process.env, PATH: PROGRAM_PATH };
  const tested = spawnSync('nginx', ['-t', ...args], { env, encoding: 'utf8' });
  if (tested.status !== 0) throw new Error(tested.stderr);
  return start(made, sites, { program: 'nginx', args, env });
}

interface StartOptions {
  /** Where the shared file lies, below the folder. */
  readonly included?: string;
  /** A project with other pages than small ones. */
  readonly make?: (sites: readonly Site[]) => Promise<Project>;
  /** Makes the files fit loopback. */
  readonly prepare?: (made: Project, sites: readonly Site[]) => void;
}

/** Ports, certificates and, unless the files shall be published, the folder. */
export function editNginx(made: Project, sites: readonly Site[], keepsFolder = false): void {
  const hosting = join(made.folder, 'dist', 'hosting');
  for (const name of ['nginx.conf', ...sites.map((site) => `${site.folder}/nginx.conf`)]) {
    const written = readFileSync(join(hosting, name), 'utf8');
    writeFileSync(join(hosting, name), fitNginx(made, keepsFolder ? made.editPorts(written) : made.edit(written)));
  }
}

/** A file of nginx with the ports and the certificate of a project. */
export const fitNginx = ({ folder, ports }: Pick<Project, 'folder' | 'ports'>, text: string): string =>
  text
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/listen 80\b/g, `listen 127.0.0.1:${ports.http}`)
    .replace(/listen 443\b/g, `listen 127.0.0.1:${ports.https}`)
    .replaceAll('/etc/nginx/matchloom-brotli', join(folder, 'matchloom-brotli'))
    .replaceAll(CHALLENGES, join(folder, 'challenges'))
    .replace(/\/etc\/letsencrypt\/live\/[^/]+\/fullchain\.pem/g, join(folder, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\/live\/[^/]+\/privkey\.pem/g, join(folder, 'key.pem'));

/** As Debian's own file. */
function mainFile(folder: string, included: string): string {
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
    ...['default_type application/octet-stream;', 'gzip on;', 'access_log off;', ...temporary],
    ...[`include ${included};`, '}'],
  ];
  return main.join('\n');
}

/** All brands in one Caddy, with its own authority for certificates. Throws what `caddy validate` says. */
export async function startCaddy(
  sites: readonly Site[],
  { included = 'dist/hosting', prepare = editCaddy }: StartOptions = {},
): Promise<WebServer> {
  const made = await makeProject(sites);
  const { folder, ports } = made;
  prepare(made, sites);
  const options = [
    `admin unix/${join(folder, 'admin.sock')}`,
    'local_certs',
    'skip_install_trust',
    `http_port ${ports.http}`,
    `https_port ${ports.https}`,
  ];
  const main = join(folder, 'Caddyfile');
  writeFileSync(main, `{\n${options.join('\n')}\n}\nimport ${join(folder, included, 'Caddyfile')}\n`);
  const args = ['--config', main, '--adapter', 'caddyfile'];
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const tested = spawnSync('caddy', ['validate', ...args], { env, encoding: 'utf8' });
  if (tested.status !== 0) throw new Error(tested.stderr);
  // As the unit of Debian does.
  const reload = (): void => void spawn('caddy', ['reload', ...args, '--force'], { env, stdio: 'ignore' });
  return start(made, sites, { program: 'caddy', args: ['run', ...args], env, reload });
}

/** Ports and, unless the files shall be published, the folder. */
export function editCaddy(made: Project, sites: readonly Site[], keepsFolder = false): void {
  const hosting = join(made.folder, 'dist', 'hosting');
  for (const name of ['Caddyfile', ...sites.map((site) => `${site.folder}/Caddyfile`)]) {
    const written = readFileSync(join(hosting, name), 'utf8');
    writeFileSync(join(hosting, name), keepsFolder ? made.editPorts(written) : made.edit(written));
  }
}

interface Started {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** How it loads its files again, unless by a signal. */
  readonly reload?: () => void;
}

async function start(
  made: Project,
  sites: readonly Site[],
  { program, args, env, reload }: Started,
): Promise<WebServer> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'], cwd: dirname(made.folder) });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await untilUp(made.ports.https, sites[0]?.siteSettings.domain ?? '', child, () => said);
  return running(made, child, reload ?? (() => void child.kill('SIGHUP')));
}
