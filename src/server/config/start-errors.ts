// Explains in one line why the server did not start.
import { SiteError } from '#site/parse-file';
import { ConfigError } from './index.ts';
import { CorruptDataFolder } from '../db/engine.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { MigrationBlocked } from '../db/migrate.ts';
import { isDatabaseUnavailable } from '../db/errors.ts';

export function explainStartError(error: unknown): string {
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  if (!(error instanceof Error)) return `The server did not start: ${String(error)}`;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return `Port ${portOf(error)} is in use by another program; stop that one, or set ${settingOf(error)} to another number.`;
  if ('path' in error && /^E(ACCES|PERM|ROFS|NOTDIR|NOSPC|EXIST)$/.test(code))
    return `${String(error.path)} cannot be used (${code}); set DATA_DIR to a folder this user may write.`;
  if (code === 'EACCES')
    return `Port ${portOf(error)} may not be used by this user; set ${settingOf(error)} to a number above 1023.`;
  if (code.startsWith('28')) return 'The database refuses our login; check user and password in DATABASE_URL.';
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist.';
  if (code === '53100') return 'The disk of the database is full.';
  if (code === '25006') return 'The database takes no changes: name its primary in DATABASE_URL, not a standby.';
  if (isDatabaseUnavailable(error))
    return `The database cannot be reached (${code || error.message}); check DATABASE_URL and that the server runs.`;
  return `The server did not start: ${error.message}`;
}

/** Errors whose message is written for the operator. */
const OPERATOR_ERRORS = [ConfigError, SiteError, FolderInUse, CorruptDataFolder, MigrationBlocked] as const;

/** The setting of the port, where that is not the visitors' one. */
const settingOf = (error: Error): string => ('setting' in error ? String(error.setting) : 'PORT');

const portOf = (error: Error): string => ('port' in error ? String(error.port) : '');
