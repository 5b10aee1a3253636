// The live connection of one tab: server-sent events written straight to the Node response, which costs half the memory.
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Clock } from '../context.ts';
import type { OpenDatabase } from '../db/index.ts';
import { missedEvents, MAX_REPLAY, type Hub, type StoredEvent, asLateEvent } from './hub.ts';
import { HEARTBEAT_MS } from './session-check.ts';
import type { EndReason, SentEvent } from './subscribers.ts';
import { Refusal } from '../http/refusal.ts';
import { findSession } from '../auth/sessions.ts';

/** An event with data, since a page hears of no other; it carries no id and so moves nothing. */
const HEARTBEAT = 'event: beat\ndata: 1\n\n';
/** A connection that reads nothing must not fill our memory. */
const MAX_UNREAD_BYTES = 256 * 1024;
/** How long the end of a stream may take to reach its reader before the socket is closed without it. */
const CLOSE_TIMEOUT_MS = 5000;

/** Told to the pages of a session that is over: they find out who is logged in now. */
const REFETCH_USER = { id: null, session: null, body: { type: 'user' } } as const;

export interface StreamRequest {
  readonly tenant: number;
  /** The address limits count by. */
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

/** Opens the stream of a member with a live session; everyone else is refused like any call is. */
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
      const found = await findSession(db, tenant, cookieHash, now());
      if (!found) throw new Refusal('authentication_required');
      if (!outgoing) throw new Refusal('unavailable');
      const account = found.viewer.id;
      // Before what was missed is read: an event in between would be in neither.
      unsubscribe = hub.subscribe({ tenant, account, session, address, deliver: tab.deliver, end });
      return {
        expiresAt: found.session.expiresAt,
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
  /** Sent first; what was delivered meanwhile follows. */
  readonly missed: readonly StoredEvent[];
  /** The newest event there is: the place of a first connection, so that it can resume later. */
  readonly newest: number;
  /** The place of one that resumes. */
  readonly after: number | null;
  isAlive(): boolean;
  /** Ends the stream and gives its place back. */
  end(reason: EndReason): void;
}
interface Tab {
  deliver(event: SentEvent): void;
  start(opening: Opening): void;
  end(): void;
}

/** A tab that keeps what is delivered until it starts. */
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
  // A place that no event has reached yet is of another database.
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
    // Another process's notice may come after that of a later event: it counts all the same, but must not move the place back.
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
