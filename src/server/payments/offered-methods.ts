// Which methods an account at a provider has switched on, as last known.
import type { Clock } from '../context.ts';

/** The account is asked again after this time, and sooner when it did not answer. */
const FRESH_MS = 600_000;
const RETRY_MS = 30_000;

interface Known {
  readonly askAgainAt: number;
  /** Null until it has answered. */
  readonly names: ReadonlySet<string> | null;
}

/** `ask` answers the provider's names of methods for a currency. */
type Ask = (currency: string) => Promise<ReadonlySet<string>>;

/** Whether a method can be used; every one, until the account has answered. */
export type IsOffered = (name: string, currency: string) => boolean;

/** Asks in the background, so that no page waits for the provider, and keeps the last answer when it is down. */
export function offeredMethods(ask: Ask, now: Clock): IsOffered {
  const known = new Map<string, Known>();
  const renew = async (currency: string, before: Known | undefined): Promise<void> => {
    const at = now().getTime();
    known.set(currency, { askAgainAt: at + RETRY_MS, names: before?.names ?? null });
    try {
      known.set(currency, { names: await ask(currency), askAgainAt: at + FRESH_MS });
    } catch {
      // What was known stays; it is asked again later.
    }
  };
  return (name, currency) => {
    const current = known.get(currency);
    if (!current || now().getTime() >= current.askAgainAt) void renew(currency, current);
    return current?.names?.has(name) ?? true;
  };
}
