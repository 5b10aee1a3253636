// The payment sandbox as a server of its own: an API for the shop, a page for the payer, and signed webhooks back.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../../context.ts';
import { apiToken, isSame } from '../signature.ts';
import { openJournal, Session } from './journal.ts';
import { webhookSender } from './deliver.ts';
import { type Action, actions, type Scenarios, openScenarios, payerActions } from './scenarios.ts';
import { isBank, lostPage, pageHeaders, paymentPage } from './page.ts';
import { wordingOf } from './texts.ts';

export interface SandboxParts {
  /** The project's folder, for the words of the page. */
  readonly root: string;
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Where payers find it; by default this machine. */
  readonly url?: string;
  readonly secret: string;
  /** Where it remembers; null means nowhere. */
  readonly folder: string | null;
  readonly now: Clock;
}
export interface Sandbox {
  readonly url: string;
  /** Lets something happen to a payment, as its payer would. */
  act(ref: string, action: Action, amount?: number): boolean;
  close(): Promise<void>;
}

const MOST_BYTES = 65_536;
const Wanted = z.pick(Session, {
  ...{ reference: true, tenant: true, amount: true, currency: true, method: true, bank_step: true },
  ...{ language: true, descriptor: true, return_to: true, notify: true },
});
/** What is moved of a paid payment, in minor units; all there is without an amount. */
const Part = z.object({ amount: z.optional(z.int().check(z.minimum(1))) });

interface House extends SandboxParts {
  readonly book: ReturnType<typeof openJournal>;
  readonly desk: Scenarios;
  readonly url: string;
}
type Reply = (status: number, body: string, headers?: Readonly<Record<string, string>>) => void;

/** Starts it; throws when the port is taken. */
export async function startSandbox(parts: SandboxParts): Promise<Sandbox> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(parts.port, parts.host, resolve);
  });
  const url = parts.url ?? `http://localhost:${(server.address() as AddressInfo).port}`;
  const book = openJournal(parts.folder && join(parts.folder, 'sandbox.jsonl'));
  const deliver = webhookSender(book, parts.secret, parts.now);
  const desk = openScenarios(book, deliver, parts.now);
  const house: House = { ...parts, book, desk, url };
  server.on('request', (request, response) => {
    const reply: Reply = (status, body, headers = { 'content-type': 'application/json' }) =>
      void response.writeHead(status, headers).end(body);
    answer(house, request, reply).catch(() => breakOff(response));
  });
  return {
    url,
    act: desk.act,
    async close() {
      deliver.stop();
      desk.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function breakOff(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(400);
  response.end();
}

async function answer(house: House, request: IncomingMessage, reply: Reply): Promise<void> {
  const [area, ref = '', action] = (request.url ?? '/').split('?')[0]?.slice(1).split('/') ?? [];
  if (area === 'favicon.ico') return reply(204, '', {});
  if (area === 'pay') return answerPayer(house, request, ref, reply);
  if (area !== 'payments') return reply(404, lostPage(wordingOf(house.root, 'en')), pageHeaders(null));
  if (!isSame(request.headers.authorization ?? '', `Bearer ${apiToken(house.secret)}`)) return reply(401, '{}');
  const isPost = request.method === 'POST';
  if (ref === '') return isPost ? open(house, await bodyOf(request), reply) : reply(405, '{}');
  const wanted = actions.find((each) => each === action);
  if (isPost && wanted) {
    const { success, data } = z.safeParse(Part, JSON.parse((await bodyOf(request)) || '{}'));
    if (!success) return reply(422, '{}');
    return reply(house.desk.act(ref, wanted, data.amount) ? 204 : 409, '');
  }
  const session = house.book.session(ref);
  return session && !isPost ? reply(200, JSON.stringify(shown(session))) : reply(404, '{}');
}

const shown = ({ ref, reference, status, amount, currency, ...totals }: Session): object => ({
  ...{ ref, reference, status, amount, currency },
  ...{ refunded: totals.refunded, charged_back: totals.charged_back, reversed: totals.reversed },
});

function open(house: House, body: string, reply: Reply): void {
  const { success, data } = z.safeParse(Wanted, JSON.parse(body));
  if (!success) return reply(422, '{}');
  const { ref } = house.desk.open(data);
  reply(201, JSON.stringify({ ref, redirect: `${house.url}/pay/${ref}` }));
}

async function answerPayer(house: House, request: IncomingMessage, ref: string, reply: Reply): Promise<void> {
  const session = house.book.session(ref);
  if (!session) return reply(404, lostPage(wordingOf(house.root, 'en')), pageHeaders(null));
  const wording = wordingOf(house.root, session.language);
  const page = (status: number, isBankMissing: boolean): void =>
    reply(
      status,
      paymentPage(house.book.session(ref) ?? session, wording, isBankMissing),
      pageHeaders(session.return_to),
    );
  if (request.method !== 'POST') return page(200, false);
  const form = new URLSearchParams(await bodyOf(request));
  const action = payerActions.find((each) => each === form.get('action'));
  if (!action) return page(422, false);
  const needsBank = session.bank_step && (action === 'pay' || action === 'later') && session.status === 'created';
  if (needsBank && !isBank(form.get('bank'))) return page(422, true);
  house.desk.act(ref, action);
  reply(303, '', { location: session.return_to, 'cache-control': 'no-store' });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
