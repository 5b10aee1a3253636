// Tells a database that is away from a fault of ours, and describes errors for the log without anybody's words in it.

/** Worth another try later: what the network, this machine and PostgreSQL say when they cannot serve now. */
const UNAVAILABLE_CODES = new RegExp(
  `^(${[
    'ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH',
    // No file handles, no room on our own disk.
    'EMFILE|ENFILE|ENOSPC|EDQUOT',
    // Connection lost; disk full, out of memory, too many connections; shut down or starting.
    '08...|53...|57P0[1-5]',
    // Serialization, outcome unknown, deadlock, lock not available; a statement or transaction took too long.
    '4000[13]|40P01|55P03|57014|25P0[34]',
    // A standby after a failover; files that cannot be read or written.
    '25006|58000|58030',
  ].join('|')})$`,
);

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    UNAVAILABLE_CODES.test(code) ||
    /^(Connection terminated|timeout exceeded|Client has encountered a connection error|driver has already been destroyed|Query read timeout|Client was closed|PGlite is closed)/i.test(
      error.message,
    )
  );
}

/** Whether the caller has waited so long already that nothing should be tried again. */
export function isTimeout(error: unknown): boolean {
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
