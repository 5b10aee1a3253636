// A channel of Redis or Valkey, for installations whose processes send more events than PostgreSQL's notifications carry.
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { ChannelListener } from '../db/engine.ts';
import { describeError } from '../db/errors.ts';
import type { Channel } from './event-bus.ts';

/** The longest wait between two attempts to connect, and for an answer. */
const WAIT_MS = 2000;

interface RedisParts {
  readonly url: string;
  readonly channel: string;
  readonly log: Logger;
}

/**
 * Starts without Redis too and connects when it is there: meanwhile the sweep finds the events of other processes
 * (`src/server/live/event-sweep.ts`). A connection that listens takes no other commands, so there are two.
 */
export async function openRedisChannel(
  { url, channel, log }: RedisParts,
  { onMessage, onReconnect }: ChannelListener,
): Promise<Channel> {
  const retryStrategy = (tries: number): number => Math.min(tries * 100, WAIT_MS);
  const shared = { protocol: 2, lazyConnect: true, connectTimeout: WAIT_MS, retryStrategy } as const;
  const listening = new Redis(url, { ...shared, maxRetriesPerRequest: null });
  // A notice that waits for a connection would be late; the sweep is there before it.
  const sending = new Redis(url, { ...shared, enableOfflineQueue: false, commandTimeout: WAIT_MS });
  for (const client of [listening, sending])
    client.on('error', (error: unknown) => log.warn({ error: describeError(error) }, 'Redis is away'));
  listening.on('message', (_, payload: string) => onMessage(payload));
  let isKnown = false;
  listening.on('ready', () => {
    if (isKnown) onReconnect();
    isKnown = true;
  });
  await Promise.all([listening, sending].map((client) => client.connect().catch(() => undefined)));
  const subscribed = listening.subscribe(channel);
  if (listening.status === 'ready') await subscribed;
  else subscribed.catch(() => undefined);
  return {
    send: (payloads) => Promise.all(payloads.map((payload) => sending.publish(channel, payload))),
    close: () => {
      for (const client of [listening, sending]) client.disconnect();
      return Promise.resolve();
    },
  };
}
