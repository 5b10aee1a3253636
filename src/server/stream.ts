// The live connection of one tab: server-sent events written straight to the Node response, which costs half the memory.
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Clock } from './context.ts';
import type { OpenDatabase } from './db/index.ts';
import { missedEvents, type Hub, type StoredEvent } from './live.ts';
import { Refusal } from './refusal.ts';
import { findSession } from './sessions.ts';

const HEARTBEAT_MS = 25_000;
/** A connection that reads nothing must not fill our memory. */
const MOST_UNREAD_BYTES = 256 * 1024;

export interface StreamRequest {
  readonly tenant: number;
  readonly cookieHash: Uint8Array | null;
  readonly lastEventId: string | undefined;
  readonly outgoing: ServerResponse | undefined;
  readonly requestId: string;
}
export interface StreamParts {
  readonly database: OpenDatabase;
  readonly hub: Hub;
  readonly now: Clock;
}

/** Opens the stream of a member with a live session; everyone else is refused like any call is. */
export async function openStream({ database, hub, now }: StreamParts, request: StreamRequest): Promise<Response> {
  const { tenant, cookieHash, outgoing, requestId } = request;
  const found = cookieHash && (await database.inTenant(tenant, (db) => findSession(db, tenant, cookieHash, now())));
  if (!cookieHash || !found) throw new Refusal('authentication_required');
  if (!outgoing) throw new Refusal('unavailable');
  const account = found.viewer.id;
  const session = Buffer.from(cookieHash).toString('hex');
  const tab = openTab(outgoing, requestId, () => found.session.expiresAt > now());
  const unsubscribe = hub.subscribe({ tenant, account, session, deliver: tab.deliver, end: tab.end });
  outgoing.on('close', () => (unsubscribe(), tab.end()));
  if (outgoing.destroyed) unsubscribe();
  const after = /^\d{1,15}$/.test(request.lastEventId ?? '') ? Number(request.lastEventId) : null;
  const missed = await database.inTenant(tenant, (db) => missedEvents(db, tenant, account, cookieHash, after));
  tab.start(missed.events, after === null ? missed.newest : null);
  return RESPONSE_ALREADY_SENT;
}

interface Tab {
  deliver(event: StoredEvent): void;
  /** Sends what was missed, then what came meanwhile. `baseline` lets a first connection resume later. */
  start(missed: readonly StoredEvent[], baseline: number | null): void;
  end(): void;
}

function openTab(outgoing: ServerResponse, requestId: string, isAlive: () => boolean): Tab {
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  });
  outgoing.write('retry: 3000\n\n');
  let waiting: StoredEvent[] | null = [];
  let last = 0;
  const end = (): void => {
    clearInterval(heart);
    if (!outgoing.writableEnded) outgoing.end();
  };
  const write = (event: StoredEvent): void => {
    if (event.id <= last || outgoing.writableEnded) return;
    last = event.id;
    outgoing.write(`id: ${event.id}\ndata: ${JSON.stringify(event.body)}\n\n`);
    if (event.body.type === 'logout' || outgoing.writableLength > MOST_UNREAD_BYTES) end();
  };
  const heart = setInterval(
    () => (isAlive() && outgoing.writableLength < MOST_UNREAD_BYTES ? outgoing.write(': \n\n') : end()),
    HEARTBEAT_MS,
  ).unref();
  return {
    deliver: (event) => void (waiting ? waiting.push(event) : write(event)),
    start(missed, baseline) {
      if (baseline !== null && !outgoing.writableEnded) outgoing.write(`id: ${baseline}\n\n`);
      missed.forEach(write);
      const meanwhile = waiting ?? [];
      waiting = null;
      meanwhile.forEach(write);
    },
    end,
  };
}
