// Detects an unavailable database, and describes errors for the log without user data.

/** Codes of the network, the machine and PostgreSQL for which a retry may succeed. */
const UNAVAILABLE_CODES = new RegExp(
  `^(${[
    'ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH',
    // Out of file handles or local disk space.
    'EMFILE|ENFILE|ENOSPC|EDQUOT',
    // Connection lost; disk full, out of memory, too many connections; shutting down or starting.
    '08...|53...|57P0[1-5]',
    // Serialization failure, unknown outcome, deadlock, lock not available; statement or transaction timeout.
    '4000[13]|40P01|55P03|57014|25P0[34]',
    // Read-only standby after a failover; file system errors.
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

/** Whether a statement timed out: the caller has waited too long for a retry. */
export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code === '57014' || code === 'ETIMEDOUT' || (code === '' && /timeout/i.test(error.message));
}

/** A database error's message may quote user input, so only its code and stack are logged. */
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

/** An error or a copy of one: the job queue spreads its errors into plain objects. */
const isErrorLike = (error: unknown): error is { name?: string; message: string; stack?: string; code?: unknown } =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
