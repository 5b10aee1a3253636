// Says in one line why the server did not start, for the person at the console.
import { SiteError } from '#site/friendly';
import { ConfigError } from './config.ts';
import { FolderInUse } from './db/lock.ts';
import { isDatabaseAway } from './faults.ts';

export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof SiteError || error instanceof FolderInUse) return error.message;
  if (!(error instanceof Error)) return `The server did not start: ${String(error)}`;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return `Port ${portOf(error)} is in use by another program; stop that one, or set PORT to another number.`;
  if (code === 'EACCES') return `Port ${portOf(error)} may not be used by this user; set PORT to a number above 1023.`;
  if (code.startsWith('28')) return 'The database refuses our login; check user and password in DATABASE_URL.';
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist.';
  if (isDatabaseAway(error) || code === 'EAI_AGAIN')
    return `The database cannot be reached (${code || error.message}); check DATABASE_URL and that the server runs.`;
  return `The server did not start: ${error.message}`;
}

const portOf = (error: Error): string => ('port' in error ? String(error.port) : '');
