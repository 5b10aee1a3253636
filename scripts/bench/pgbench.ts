// Runs pgbench, PostgreSQL's own load client, as the reference of what the database does.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { postgresPrograms } from '../../tests/support/postgres.ts';
import { percentile } from './figure.ts';

export const CLIENTS = 8;
export const ROUNDS = 5;
const SECONDS = 3;
export const LOAD = ['-n', '-M', 'prepared', '-c', `${CLIENTS}`, '-j', '2', '-T', `${SECONDS}`];

/** One round: what we did in a second, and the reference measured right after it. */
export interface Round {
  readonly ours: number;
  readonly theirs: number;
  /** The share of its processor that the server used. */
  readonly busy?: number;
}
export const ratio = ({ ours, theirs }: Round): number => ours / theirs;
/**
 * The median round. The speed of the machine varies by the minute, so the best of each could come from different
 * minutes.
 */
export function middle(rounds: readonly Round[]): Round {
  const value = percentile(rounds.map(ratio), 0.5);
  return rounds.find((round) => ratio(round) === value) ?? { ours: Number.NaN, theirs: Number.NaN };
}

export const rate = (value: number): string => Math.round(value).toLocaleString('en');

export function pgbench(url: string, args: readonly string[], options = ''): { rate: number; done: number } {
  const { hostname, port, username, password, pathname } = new URL(url);
  const { status, stdout, stderr } = spawnSync(
    join(postgresPrograms(), 'pgbench'),
    ['-h', hostname, '-p', port || '5432', '-U', decodeURIComponent(username), ...args, pathname.slice(1)],
    { encoding: 'utf8', env: { ...process.env, PGPASSWORD: decodeURIComponent(password), PGOPTIONS: options } },
  );
  if (status !== 0) throw new Error(`pgbench failed: ${stderr}`);
  const figure = (what: RegExp): number => Number(what.exec(stdout)?.[1] ?? 0);
  return { rate: figure(/tps = ([\d.]+)/), done: figure(/actually processed: (\d+)/) };
}

/** Makes the tables of `tpcbLike`. */
export const fillTpcb = (url: string): void => void pgbench(url, ['-i', '-q', '-s', '10']);

/** Transactions a second: five statements each. */
export const tpcbLike = (url: string): number => pgbench(url, ['-b', 'tpcb-like', ...LOAD]).rate;
