// A machine on which README.md's commands run: a copy of the project, an empty PostgreSQL, a mail server, a sandbox, nginx.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { countRows } from '#scripts/database/row-counts';
import { openDatabase } from '#server/db/index';
import { startSandbox } from '#server/payments/sandbox-host/server';
import { makeCertificate } from './certificate.ts';
import { writeMain } from './nginx-files.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';
import { freePort } from '#scripts/testing/free-port';
import { postgresPrograms, startPostgres } from './postgres.ts';
import { freshFolder } from './processes.ts';

const PASSWORD = 'Zk3vPq81';
const SANDBOX_SECRET = 'the sandbox of the rehearsal';

export interface Rehearsal {
  readonly copy: ProjectCopy;
  readonly ports: { readonly web: number; readonly http: number; readonly servers: readonly [number, number] };
  /** The texts of the mails so far. */
  readonly mails: readonly string[];
  /** Runs a line of README.md in the project's folder; throws what it printed when it fails. */
  run(line: string): Promise<string>;
  /** `npm run serve` on one of the two ports. */
  serve(at: 0 | 1): Promise<Server>;
  /** Starts nginx with the files of the live release. */
  startNginx(): Promise<void>;
  readonly backups: string;
  /** The login of backups, which sees every row. */
  readonly backupUrl: string;
}

interface Server {
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>;
}

/** Of the copy's brands only `brands` stay; the domain of the first is PUBLIC_ORIGIN. Everything goes when the test ends. */
export async function rehearse(brands: readonly string[], origin: string): Promise<Rehearsal> {
  const copy = copyProject();
  onTestFinished(() => copy.remove());
  for (const name of readdirSync(copy.path('niches')).filter((each) => !brands.includes(each)))
    rmSync(copy.path('niches', name), { recursive: true });
  copy.keepLanguages('en', 'nl');
  const cluster = await startPostgres({});
  onTestFinished(() => cluster.stop());
  const { mails, port: mailPort } = await openMailServer();
  const sandbox = await startSandbox({
    ...{ root: copy.root, host: '127.0.0.1', port: 0, secret: SANDBOX_SECRET, folder: null },
    now: () => new Date(),
  });
  onTestFinished(() => sandbox.close());
  const ports = {
    web: await freePort(),
    http: await freePort(),
    servers: [await freePort(), await freePort()] as const,
  };
  const machine = freshFolder();
  chmodSync(machine, 0o755);
  const { hostname, port } = new URL(cluster.url);
  const login = (role: string): string => `postgres://${role}:${PASSWORD}@${hostname}:${port}/matchloom`;
  const env = {
    ...{ PATH: process.env['PATH'], HOME: machine },
    ...{ PGHOST: hostname, PGPORT: port, PGUSER: 'postgres', PG_BIN: postgresPrograms() },
    ...{ DATABASE_URL: login('matchloom_web'), MIGRATE_URL: login('matchloom_owner') },
    ...{ BACKUP_URL: login('matchloom_backup'), DATA_DIR: join(machine, 'data') },
    ...{ PUBLIC_ORIGIN: origin, TRUST_PROXY: '1', SMTP_URL: `smtp://127.0.0.1:${mailPort}`, DRAIN_SECONDS: '1' },
    ...{ ALLOW_PLACEHOLDERS: '1', ALLOW_SANDBOX: '1', SANDBOX_URL: sandbox.url, SANDBOX_SECRET },
  };
  const backups = join(machine, 'backups');
  const fit = join(machine, 'fit.mjs');
  writeFileSync(fit, fitting(copy.root, machine, ports));
  return {
    ...{ copy, ports, mails, backups, backupUrl: login('matchloom_backup') },
    run: (line) => ended(copy.root, asHere(line, { backups, fit, machine }), env),
    serve: (at) => serve(copy.root, { ...env, PORT: String(ports.servers[at]) }, ports.servers[at]),
    startNginx: () => startNginx(copy.root, machine, ports.web),
  };
}

/** The number of rows of each table that a login sees. */
export async function rowsIn(url: string) {
  const login = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
  return countRows(login.kysely).finally(() => login.close());
}

interface Places {
  readonly backups: string;
  readonly fit: string;
  readonly machine: string;
}

/** What a line names that this machine has elsewhere, and the passwords that an operator types. */
function asHere(line: string, { backups, fit, machine }: Places): string {
  if (line.includes('\\password'))
    return [...line.matchAll(/\\password (\w+)/g)]
      .map(([, role]) => `psql -q -d matchloom -c "alter role ${role} password '${PASSWORD}'"`)
      .join(' && ');
  const newest = existsSync(backups) ? (readdirSync(backups).sort().at(-1) ?? '') : '';
  return line
    .replace(/^systemd-run .* (?=npm )/, '')
    .replace(/\/var\/backups\/matchloom\/matchloom-\S+/, join(backups, newest))
    .replace('/var/backups/matchloom', backups)
    .replace('systemctl reload nginx', `${process.execPath} ${fit} && kill -HUP $(cat ${join(machine, 'nginx.pid')})`);
}

async function ended(cwd: string, line: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('sh', ['-ec', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${line}\nended with ${code}:\n${said}`);
  return said;
}

async function serve(cwd: string, env: NodeJS.ProcessEnv, port: number): Promise<Server> {
  // A group of its own: npm passes no signals on.
  const child = spawn('npm', ['run', '--silent', 'serve'], {
    ...{ cwd, env, detached: true },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const hasEnded = new Promise((resolve) => child.once('close', resolve));
  const stop = async (): Promise<void> => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM');
    await hasEnded;
  };
  onTestFinished(stop);
  await until(
    () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok),
    () => child.exitCode !== null,
  ).catch(() => {
    throw new Error(`npm run serve did not start: ${said}`);
  });
  return { stop };
}

/** Tries for ten minutes, or until `isHopeless`. */
async function until(isDone: () => Promise<boolean>, isHopeless: () => boolean): Promise<void> {
  for (let tries = 0; tries < 6000 && !isHopeless(); tries += 1) {
    if (await isDone().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not start.');
}

async function openMailServer(): Promise<{ mails: string[]; port: number }> {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _, done) =>
      void simpleParser(stream).then(({ text = '' }) => {
        mails.push(text);
        done();
      }, done),
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return { mails, port: (server.server.address() as AddressInfo).port };
}

/** A program that gives the live files the ports and the certificate of this machine. */
const fitting = (root: string, machine: string, { web, http, servers }: Rehearsal['ports']): string => `
import { editHosting, fitNginx, withBackends } from '${import.meta.dirname}/nginx-files.ts';
const fit = { folder: '${machine}', ports: { http: ${http}, https: ${web} } };
editHosting('${root}/live/hosting', 'nginx.conf', (text) => fitNginx(fit, withBackends(text, [${servers.join()}])));
`;

async function startNginx(root: string, machine: string, port: number): Promise<void> {
  makeCertificate(machine, 'loopback');
  spawnSync(process.execPath, [join(machine, 'fit.mjs')], { stdio: 'inherit' });
  const main = writeMain(machine, `${root}/live/hosting/nginx.conf`);
  const path = `${process.env['PATH']}:/usr/sbin`;
  const child: ChildProcess = spawn('nginx', ['-p', machine, '-c', main, '-e', 'stderr'], {
    ...{ env: { ...process.env, PATH: path }, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  let said = '';
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  onTestFinished(() => void child.kill('SIGTERM'));
  await until(
    () => fetch(`http://127.0.0.1:${port}/`).then(({ status }) => status === 400),
    () => child.exitCode !== null,
  ).catch(() => {
    throw new Error(`nginx did not start: ${said}`);
  });
}
