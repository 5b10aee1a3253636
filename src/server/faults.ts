// Tells a database that is away from a fault of ours, and describes errors for the log without anybody's words in it.

/** Connection lost, refused or shut down, too many connections, deadlock: worth another try later. */
const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08...|53300|57P0[1-5]|40001|40P01|25P03|57014)$/;

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    AWAY.test(code) ||
    /^(Connection terminated|timeout exceeded|Client has encountered a connection error|driver has already been destroyed|Query read timeout|Client was closed|PGlite is closed)/i.test(
      error.message,
    )
  );
}

/** Whether the caller has waited so long already that nothing should be tried again. */
export function tookTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code === '57014' || code === 'ETIMEDOUT' || (code === '' && /timeout/i.test(error.message));
}

/** A database error's message may quote what a member typed, so only its code and place are kept. */
export function describeError(error: unknown): { name: string; code?: string; message?: string; at: string[] } {
  if (!isErrorLike(error)) return { name: typeof error, at: [] };
  const code = 'code' in error ? String(error.code) : null;
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trim().startsWith('at '))
    .slice(0, 8);
  return {
    name: error.name ?? 'Error',
    ...(code ? { code } : { message: error.message }),
    at: frames.map((line) => line.trim()),
  };
}

/** An error, or a copy of one: the job queue spreads its errors into plain objects. */
const isErrorLike = (error: unknown): error is { name?: string; message: string; stack?: string; code?: unknown } =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
