// Sends signed webhooks to the server and retries with exponential backoff until it answers 2xx.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock } from '../../context.ts';
import { sign } from '../signature.ts';
import { keptCard } from './cards.ts';
import type { Journal, Session, Unsent } from './journal.ts';

const TIMEOUT_MS = 5000;
const BACKOFF = { firstMs: 500, longestMs: 20_000 } as const;

export interface WebhookSender {
  /** Sends it now, and retries until it is acknowledged. */
  send(unsent: Unsent): void;
  stop(): void;
}

export function webhookSender(journal: Journal, secret: string, now: Clock): WebhookSender {
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  const attempt = async (unsent: Unsent, tries: number): Promise<void> => {
    const session = journal.session(unsent.ref);
    if (!session || isStopped) return;
    if (await post(session, unsent, secret, now())) return journal.write({ sent: unsent.event });
    if (isStopped) return;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        void attempt(unsent, tries + 1);
      },
      Math.min(BACKOFF.longestMs, BACKOFF.firstMs * 2 ** tries),
    );
    timers.add(timer);
  };
  return {
    send: (unsent) => void attempt(unsent, 0),
    stop() {
      isStopped = true;
      timers.forEach(clearTimeout);
    },
  };
}

/** Whether the server acknowledged it. Subdomains of `localhost` do not resolve on every system. */
function post(
  session: Session,
  { event, kind, amount: partialAmount }: Unsent,
  secret: string,
  now: Date,
): Promise<boolean> {
  const { ref, reference, currency, tenant } = session;
  const card = keptCard(session, kind === 'paid');
  const body = Buffer.from(
    JSON.stringify({ event, kind, ref, reference, amount: partialAmount ?? session.amount, currency, ...card }),
  );
  const to = new URL(session.notify);
  const send = to.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const request = send(
      {
        host: to.hostname.endsWith('.localhost') ? 'localhost' : to.hostname,
        port: to.port,
        path: to.pathname,
        method: 'POST',
        timeout: TIMEOUT_MS,
        headers: {
          host: to.host,
          'content-type': 'application/json',
          'content-length': body.byteLength,
          ...sign(secret, tenant, body, now),
        },
      },
      (response) => {
        response.resume();
        resolve(Math.floor((response.statusCode ?? 0) / 100) === 2);
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
    request.end(body);
  });
}
