// Listens to PostgreSQL notifications on its own connection, and reconnects when it is lost.
import pg from 'pg';
import type { ChannelListener, Listen, OnDisconnect } from './engine.ts';

const RECONNECT_DELAY_MS = 1000;

export function createListener(connect: () => pg.Client, onDisconnect: OnDisconnect): Listen {
  return async (channel, handlers) => {
    let client: pg.Client | null = null;
    let timer: NodeJS.Timeout | null = null;
    let isStopped = false;
    const reconnect = (): void => {
      client = null;
      if (!isStopped)
        timer = setTimeout(() => void open().then(handlers.onReconnect, reconnect), RECONNECT_DELAY_MS).unref();
    };
    const open = async (): Promise<void> => {
      const opened = await openListener(connect(), channel, handlers, onDisconnect);
      if (isStopped) return close(opened);
      client = opened;
      opened.once('end', reconnect);
    };
    await open();
    return async () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
      if (client) await close(client);
    };
  };
}

async function openListener(
  client: pg.Client,
  channel: string,
  handlers: ChannelListener,
  onDisconnect: OnDisconnect,
): Promise<pg.Client> {
  client.on('error', onDisconnect);
  client.on('notification', ({ payload }) => handlers.onMessage(payload ?? ''));
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
