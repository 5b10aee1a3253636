// Hears what other processes say through PostgreSQL, on a connection of its own that comes back when it is lost.
import pg from 'pg';
import type { ChannelListener, Listen, OnDisconnect } from './engine.ts';

const AGAIN_MS = 1000;

export function listener(connect: () => pg.Client, onLost: OnDisconnect): Listen {
  return async (channel, ears) => {
    let client: pg.Client | null = null;
    let timer: NodeJS.Timeout | null = null;
    let isOver = false;
    const again = (): void => {
      client = null;
      if (!isOver) timer = setTimeout(() => void open().then(ears.onReconnect, again), AGAIN_MS).unref();
    };
    const open = async (): Promise<void> => {
      const next = await openEars(connect(), channel, ears, onLost);
      if (isOver) return close(next);
      client = next;
      next.once('end', again);
    };
    await open();
    return async () => {
      isOver = true;
      if (timer) clearTimeout(timer);
      if (client) await close(client);
    };
  };
}

async function openEars(
  client: pg.Client,
  channel: string,
  ears: ChannelListener,
  onLost: OnDisconnect,
): Promise<pg.Client> {
  client.on('error', onLost);
  client.on('notification', ({ payload }) => ears.onMessage(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return client;
  } catch (error) {
    void close(client);
    throw error;
  }
}

const close = (client: pg.Client): Promise<void> => client.end().catch(() => undefined);
