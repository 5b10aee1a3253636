// Files of a development mailbox, whose names begin with when they were stored.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const digits = (at: Date): string => at.toISOString().replace(/\D/g, '');

/** A new name, without its ending. */
export const datedName = (at: Date): string => `${digits(at)}-${crypto.randomUUID()}`;

/** Deletes the files that were stored up to a moment. */
export async function deleteDated(folder: string, until: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const old = names.filter((name) => name.endsWith('.json') && name.slice(0, digits(until).length) <= digits(until));
  // Several servers may clean the folder at the same moment.
  for (const name of old) await rm(join(folder, name), { force: true });
}
