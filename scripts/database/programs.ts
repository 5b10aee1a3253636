// Runs PostgreSQL's own programs (pg_dump, pg_restore) with a login of ours.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithUs } from '../child.ts';

/** Its message is one sentence for the operator. */
export class DatabaseProgramError extends Error {
  override readonly name = 'DatabaseProgramError';
}

/** The folder of the programs; null takes them from the PATH. */
export type ProgramFolder = string | null;

/** Runs a program to its end and passes each line of its output on. Throws its first line of errors when it fails. */
export async function runProgram(
  name: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  { url, folder, onLine }: { url?: string; folder: ProgramFolder; onLine?: (line: string) => void },
): Promise<void> {
  const address = url ? new URL(url) : null;
  const password = decodeURIComponent(address?.password ?? '');
  // Anyone on the machine can read the arguments of a process, but not its environment.
  if (address) address.password = '';
  const child = spawn(folder ? join(folder, name) : name, [...(address ? [`--dbname=${address.href}`] : []), ...args], {
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const readLines = async (): Promise<void> => {
    for await (const line of createInterface({ input: child.stdout })) onLine?.(line);
  };
  const [code] = await Promise.all([endOf(child, name), readLines()]);
  if (code !== 0) throw new DatabaseProgramError(`${name} failed: ${firstError(errors)}`);
}

const endOf = (child: ChildProcess, name: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.on('close', resolve);
    child.on('error', () =>
      reject(
        new DatabaseProgramError(
          `${name} could not be started: install PostgreSQL's client programs, or set PG_BIN to their folder.`,
        ),
      ),
    );
  });

const firstError = (errors: string): string =>
  errors
    .split('\n')
    .find((line) => /error/i.test(line))
    ?.trim() ?? errors.trim();
