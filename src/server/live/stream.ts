// The event stream of one tab: server-sent events written directly to the Node response, which halves the memory.
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Clock } from '../context.ts';
import type { OpenDatabase } from '../db/index.ts';
import { missedEvents, MAX_REPLAY, type Hub, type StoredEvent, asLateEvent } from './hub.ts';
import { HEARTBEAT_MS } from './session-check.ts';
import type { EndReason, SentEvent } from './subscribers.ts';
import { Refusal } from '../http/refusal.ts';
import { findSession } from '../auth/sessions.ts';

/** Has data, since browsers dispatch no event without it, and no id, so that resuming is unaffected. */
const HEARTBEAT = 'event: beat\ndata: 1\n\n';
/** Limit of unread bytes, so that a stalled connection cannot exhaust memory. */
const MAX_UNREAD_BYTES = 256 * 1024;
/** Milliseconds until the socket of an ended stream is closed. */
const CLOSE_TIMEOUT_MS = 5000;

/** Sent when a session is over, so that the page fetches the user. */
const REFETCH_USER = { id: null, session: null, body: { type: 'user' } } as const;

export interface StreamRequest {
  readonly tenant: number;
  /** The address for rate limits. */
  readonly address: string;
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

/** Opens the stream of a member with a live session; other callers are refused. */
export async function openStream({ database, hub, now }: StreamParts, request: StreamRequest): Promise<Response> {
  const { tenant, address, cookieHash, outgoing, requestId } = request;
  if (!cookieHash) throw new Refusal('authentication_required');
  const session = Buffer.from(cookieHash).toString('hex');
  const after = /^\d{1,15}$/.test(request.lastEventId ?? '') ? Number(request.lastEventId) : null;
  const tab = bufferedTab();
  let unsubscribe = (): void => undefined;
  const end = (reason: EndReason): void => {
    unsubscribe();
    if (reason === 'replaced') outgoing?.destroy();
    if (reason === 'session_over') tab.deliver({ ...REFETCH_USER, tenant, account: '' });
    tab.end();
  };
  try {
    const { expiresAt, missed } = await database.inTenant(tenant, async (db) => {
      const caller = await findSession(db, tenant, cookieHash, now());
      if (!caller) throw new Refusal('authentication_required');
      if (!outgoing) throw new Refusal('unavailable');
      const account = caller.viewer.id;
      // Subscribes before reading missed events: an event in between would otherwise be lost.
      unsubscribe = hub.subscribe({ tenant, account, session, address, deliver: tab.deliver, end });
      return {
        expiresAt: caller.session.expiresAt,
        missed: await missedEvents(db, tenant, account, cookieHash, after),
      };
    });
    if (!outgoing || outgoing.destroyed) throw new Refusal('unavailable');
    outgoing.on('close', () => end('resume'));
    tab.start({
      outgoing,
      requestId,
      missed: missed.events,
      newest: missed.newest,
      after,
      isAlive: () => expiresAt > now(),
      end,
    });
    return RESPONSE_ALREADY_SENT;
  } catch (error) {
    unsubscribe();
    if (outgoing?.destroyed) return RESPONSE_ALREADY_SENT;
    throw error;
  }
}

interface Opening {
  readonly outgoing: ServerResponse;
  readonly requestId: string;
  /** Sent first, before events delivered in the meantime. */
  readonly missed: readonly StoredEvent[];
  /** The newest event id, from which a first connection can resume later. */
  readonly newest: number;
  /** The last event id of a resuming connection. */
  readonly after: number | null;
  isAlive(): boolean;
  /** Ends the stream and unsubscribes it. */
  end(reason: EndReason): void;
}
interface Tab {
  deliver(event: SentEvent): void;
  start(opening: Opening): void;
  end(): void;
}

/** A tab that buffers events until it starts. */
function bufferedTab(): Tab {
  const buffered: SentEvent[] = [];
  let isEnded = false;
  let stream: Pick<Tab, 'deliver' | 'end'> | null = null;
  return {
    deliver: (event) => (stream ? stream.deliver(event) : void buffered.push(event)),
    end: () => {
      isEnded = true;
      stream?.end();
    },
    start: (opening) => {
      stream = openTab(opening);
      opening.missed.forEach(stream.deliver);
      buffered.forEach(stream.deliver);
      if (isEnded || opening.missed.length >= MAX_REPLAY) opening.end('resume');
    },
  };
}

function openTab({ outgoing, requestId, newest, after, missed, isAlive, end }: Opening): Pick<Tab, 'deliver' | 'end'> {
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  });
  outgoing.write('retry: 3000\n\n');
  if (after === null) outgoing.write(`id: ${newest}\n\n`);
  // An id beyond the newest event belongs to another database.
  let last = Math.min(after ?? newest, newest);
  const replayed = new Set(missed.map(({ id }) => id));
  const close = (): void => {
    clearInterval(heartbeat);
    if (outgoing.writableEnded || outgoing.destroyed) return;
    outgoing.end();
    const closeTimer = setTimeout(() => outgoing.destroy(), CLOSE_TIMEOUT_MS).unref();
    outgoing.once('close', () => clearTimeout(closeTimer));
  };
  const heartbeat = setInterval(() => {
    if (!isAlive()) end('session_over');
    else if (outgoing.writableLength < MAX_UNREAD_BYTES) outgoing.write(HEARTBEAT);
    else end('resume');
  }, HEARTBEAT_MS).unref();
  const deliver = (event: SentEvent): void => {
    const { id } = event;
    // A notification of another process may arrive after a later event. It is delivered without an id, so that resuming
    // is unaffected.
    const isLate = id !== null && id <= last;
    if (isLate && replayed.has(id)) return;
    last = Math.max(last, id ?? 0);
    if (isLate) asLateEvent({ ...event, id: null }).forEach(write);
    else write(event);
  };
  const write = ({ id, body }: SentEvent): void => {
    if (outgoing.writableEnded) return;
    outgoing.write(`${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(body)}\n\n`);
    if (body.type === 'logout' || outgoing.writableLength > MAX_UNREAD_BYTES) end('resume');
  };
  return { deliver, end: close };
}
