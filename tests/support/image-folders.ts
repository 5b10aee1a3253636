// Does the steps of a Dockerfile in a folder for each stage: bubblewrap shows a step that folder as its root, with the programs of this machine.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ignore from '@balena/dockerignore';
import { type Stage, type Step } from './dockerfile.ts';

/** The user of the image of Node. */
const NODE_USER = 1000;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** How this machine reaches the registry of packages. */
const OUTSIDE = /^(npm_config_|https?_proxy$|no_proxy$|NODE_EXTRA_CA_CERTS$|SSL_CERT_)/i;
const SHARED = ['etc/ssl', 'etc/alternatives', 'usr'];
const EMPTY = ['dev', 'proc', 'root', 'tmp', 'home/node', 'etc/nginx/conf.d', 'docker-entrypoint.d'];
/** As far as a step changes it. */
const NGINX_CONF = 'user  nginx;\nworker_processes  auto;\n\nevents {\n    worker_connections  1024;\n}\n';
const LINKS = ['bin', 'sbin', 'lib', 'lib64'];

export interface Image {
  /** The folder that is its root. */
  readonly root: string;
  env: Record<string, string>;
  workdir: string;
  user: string;
  cmd: readonly string[];
  healthcheck: readonly string[];
  volumes: string[];
}

export interface Building {
  /** The folder of the project, and its .dockerignore. */
  readonly context: string;
  readonly ignored: string;
  /** Where the stages get folders. */
  readonly folder: string;
  /** Steps that this machine cannot do. */
  readonly isLeftOut: (line: string) => boolean;
  /** Told before each step. */
  readonly onStep?: (line: string) => void;
}

/** Whether this machine shows a program another root, with other users; says what is missing if not. */
export function whyNoImages(): string | null {
  if (process.getuid?.() !== 0) return 'Only root can make the files of other users.';
  const { status } = spawnSync('bwrap', ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', 'true']);
  return status === 0 ? null : 'There is no bubblewrap that works here: apt-get install bubblewrap.';
}

/** Answers the images by stage, with those `given`; throws the output of a step that fails. */
export function buildImages(
  stages: readonly Stage[],
  building: Building,
  given: ReadonlyMap<string, Image> = new Map(),
): Map<string, Image> {
  const images = new Map(given);
  for (const { name, from, steps } of stages) {
    const root = join(building.folder, name);
    const before = images.get(from);
    const image = before ? { ...before, root } : baseImage(root);
    // Two links to one file cost no space, and steps write new files.
    if (before) copyTree(before.root, root);
    for (const step of steps) doStep(step, image, images, building);
    images.set(name, image);
  }
  return images;
}

/** What the images of Node and nginx begin with, as far as the steps need it. */
export function baseImage(root: string): Image {
  for (const name of [...SHARED, ...EMPTY]) mkdirSync(join(root, name), { recursive: true });
  for (const name of LINKS) if (existsSync(join('/usr', name))) symlinkSync(join('usr', name), join(root, name));
  for (const name of ['hosts', 'resolv.conf', 'nsswitch.conf', 'ld.so.cache', 'npmrc'])
    if (existsSync(join('/etc', name))) cpSync(join('/etc', name), join(root, 'etc', name), { dereference: true });
  const users = [
    ['root', 0, '/root'],
    ['node', NODE_USER, '/home/node'],
  ] as const;
  writeFileSync(
    join(root, 'etc/passwd'),
    users.map(([who, id, home]) => `${who}:x:${id}:${id}::${home}:/bin/sh\n`).join(''),
  );
  writeFileSync(join(root, 'etc/group'), users.map(([who, id]) => `${who}:x:${id}:\n`).join(''));
  writeFileSync(join(root, 'etc/nginx/conf.d/default.conf'), '');
  writeFileSync(join(root, 'etc/nginx/nginx.conf'), NGINX_CONF);
  return { root, env: {}, workdir: '/', user: 'root', cmd: [], healthcheck: [], volumes: [] };
}

function doStep(step: Step, image: Image, images: ReadonlyMap<string, Image>, building: Building): void {
  if (step.kind === 'run') runStep(step.line, image, building);
  else if (step.kind === 'copy') copyStep(step, image, images, building);
  else if (step.kind === 'env') image.env = { ...image.env, ...step.values };
  else if (step.kind === 'cmd') image.cmd = step.words;
  else if (step.kind === 'healthcheck') image.healthcheck = step.words;
  else if (step.kind === 'user') image.user = step.value;
  else if (step.kind === 'volume') image.volumes = [...image.volumes, step.value];
  else if (step.kind === 'workdir') {
    image.workdir = step.value;
    mkdirSync(join(image.root, step.value), { recursive: true });
  }
}

function runStep(line: string, image: Image, { isLeftOut, onStep }: Building): void {
  onStep?.(line);
  if (isLeftOut(line)) return;
  const outside = Object.fromEntries(Object.entries(process.env).filter(([name]) => OUTSIDE.test(name)));
  const { status, stdout, stderr } = spawnSync('bwrap', [...rootOf(image, '--bind'), '--', 'sh', '-ec', line], {
    env: { ...outside, PATH, HOME: '/root', ...image.env },
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`RUN ${line}\nended with ${status}:\n${stdout}${stderr}`);
}

const rootOf = ({ root, workdir }: Image, how: '--bind' | '--ro-bind'): string[] => [
  ...[how, root, '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--die-with-parent'],
  ...SHARED.filter((name) => existsSync(join('/', name))).flatMap((name) => ['--ro-bind', `/${name}`, `/${name}`]),
  ...['--chdir', workdir],
];

function copyStep(
  { from, sources, to, mode }: Extract<Step, { kind: 'copy' }>,
  image: Image,
  images: ReadonlyMap<string, Image>,
  { context, ignored }: Building,
): void {
  const target = posix.join(image.root, posix.resolve(image.workdir, to));
  const inFolder = to.endsWith('/') || sources.length > 1;
  mkdirSync(inFolder || from !== null ? target : join(target, '..'), { recursive: true });
  for (const source of sources) {
    if (from !== null) copyTree(join(images.get(from)?.root ?? '', source), target);
    else if (source === '.') copyContext(context, target, ignored);
    else if (isIgnored(ignored)(source)) throw new Error(`COPY ${source}: .dockerignore keeps it out.`);
    else cpSync(join(context, source), inFolder ? join(target, source) : target, { preserveTimestamps: true });
  }
  if (mode) chmodSync(target, Number.parseInt(mode, 8));
}

/** What of the folder of the project an engine gets. */
export function copyContext(context: string, target: string, ignored: string): void {
  const isOut = isIgnored(ignored);
  const files = readdirSync(context, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(context, posix.join(entry.parentPath, entry.name)));
  for (const file of files.filter((each) => !isOut(each)))
    cpSync(join(context, file), join(target, file), { preserveTimestamps: true });
}

function isIgnored(ignored: string): (path: string) => boolean {
  const rules = ignore().add(ignored);
  return (path) => rules.ignores(path);
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const { status, stderr } = spawnSync('cp', ['-a', '--link', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Volumes by their path in the image, as folders of this machine. */
export type Volumes = Readonly<Record<string, string>>;

/** A root that is read-only, and the user of the image without any rights of root. */
const inContainer = (image: Image, volumes: Volumes, words: readonly string[]): string[] => [
  ...rootOf(image, '--ro-bind'),
  ...Object.entries(volumes).flatMap(([path, folder]) => ['--bind', folder, path]),
  '--',
  ...(image.user === 'node' ? AS_NODE : []),
  ...words,
];

const AS_NODE = [
  ...['setpriv', `--reuid=${NODE_USER}`, `--regid=${NODE_USER}`, '--clear-groups', '--no-new-privs'],
  ...['--bounding-set=-all', '--'],
];

export interface Container {
  said(): string;
  readonly ended: Promise<number | null>;
  /** SIGTERM for the first process, as an engine sends it. */
  stop(): void;
  kill(): void;
}

/** Starts the image's command, or another one. */
export function startContainer(image: Image, volumes: Volumes, env: NodeJS.ProcessEnv, words = image.cmd): Container {
  for (const path of Object.keys(volumes)) mkdirSync(join(image.root, path), { recursive: true });
  const args = ['--info-fd', '3', ...inContainer(image, volumes, words)];
  const child = spawn('bwrap', args, {
    env: { PATH, HOME: '/home/node', ...image.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let text = '';
  let about = '';
  child.stdout?.on('data', (chunk) => (text += String(chunk)));
  child.stderr?.on('data', (chunk) => (text += String(chunk)));
  child.stdio[3]?.on('data', (chunk) => (about += String(chunk)));
  return {
    said: () => text,
    ended: new Promise((resolve) => child.once('close', resolve)),
    stop: () => process.kill((JSON.parse(about) as { 'child-pid': number })['child-pid'], 'SIGTERM'),
    kill: () => void child.kill('SIGKILL'),
  };
}
