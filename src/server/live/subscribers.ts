// The open streams of this process, limited per account and per address.
import type { LiveEvent } from '#contract/events';
import { Refusal } from '../http/refusal.ts';

/**
 * Why a stream ends: `resume` lets the browser reconnect; `replaced` by a newer stream closes the socket at once;
 * `session_over` makes the page fetch the user.
 */
export type EndReason = 'resume' | 'replaced' | 'session_over';

export interface SentEvent {
  readonly tenant: number;
  /** Null for a signal, which is not stored and does not affect resuming. */
  readonly id: number | null;
  readonly account: string;
  /** Hash of the one session it is for, in hex; null for all sessions of the account. */
  readonly session: string | null;
  readonly body: LiveEvent;
}

export interface Subscriber {
  readonly tenant: number;
  readonly account: string;
  readonly session: string;
  /** The address for rate limits. */
  readonly address: string;
  deliver(event: SentEvent): void;
  end(reason: EndReason): void;
}

export interface Subscribers {
  /**
   * Returns the function that removes it. Ends the account's oldest stream above its limit; refuses above the address's
   * limit.
   */
  add(subscriber: Subscriber): () => void;
  deliver(event: SentEvent): void;
  endAll(): void;
  all(): readonly Subscriber[];
  /** Accounts with an open stream, by tenant. */
  accounts(): ReadonlyMap<number, ReadonlySet<string>>;
  readonly size: number;
}

/** Streams per account; one more ends the oldest. */
const MAX_STREAMS_PER_ACCOUNT = 10;
/** Streams per address and tenant: a company or a mobile network may share one address. */
export const MAX_STREAMS_PER_ADDRESS = 500;
const RETRY_AFTER_SECONDS = 60;

export function openSubscribers(maxPerAddress: number): Subscribers {
  const streams = new Map<string, Set<Subscriber>>();
  const perAddress = new Map<string, number>();
  const all = (): readonly Subscriber[] => [...streams.values()].flatMap((open) => [...open]);

  const count = (key: string, change: 1 | -1): void => {
    const open = (perAddress.get(key) ?? 0) + change;
    if (open > 0) perAddress.set(key, open);
    else perAddress.delete(key);
  };
  const remove = (subscriber: Subscriber): void => {
    const key = accountKey(subscriber);
    const open = streams.get(key);
    if (!open?.delete(subscriber)) return;
    if (open.size === 0) streams.delete(key);
    count(addressKey(subscriber), -1);
  };
  return {
    add(subscriber) {
      const key = accountKey(subscriber);
      const address = addressKey(subscriber);
      const open = streams.get(key) ?? new Set();
      const [oldest] = open;
      const replaced = open.size >= MAX_STREAMS_PER_ACCOUNT ? oldest : undefined;
      const freed = replaced && addressKey(replaced) === address ? 1 : 0;
      if ((perAddress.get(address) ?? 0) - freed >= maxPerAddress)
        throw new Refusal('too_many_requests', { retryAfter: RETRY_AFTER_SECONDS });
      if (replaced) remove(replaced);
      streams.set(key, open.add(subscriber));
      count(address, 1);
      replaced?.end('replaced');
      return () => remove(subscriber);
    },
    deliver(event) {
      for (const stream of streams.get(accountKey(event)) ?? [])
        if (event.session === null || event.session === stream.session) stream.deliver(event);
    },
    endAll: () => all().forEach((stream) => stream.end('resume')),
    all,
    accounts() {
      const accounts = new Map<number, Set<string>>();
      for (const { tenant, account } of all()) accounts.set(tenant, (accounts.get(tenant) ?? new Set()).add(account));
      return accounts;
    },
    get size() {
      return [...streams.values()].reduce((sum, open) => sum + open.size, 0);
    },
  };
}

const accountKey = ({ tenant, account }: { tenant: number; account: string }): string => `${tenant} ${account}`;
const addressKey = ({ tenant, address }: Subscriber): string => `${tenant} ${address}`;
