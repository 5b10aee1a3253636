// The payment sandbox server: an API for the shop, a page for the payer, signed webhooks.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../../context.ts';
import { apiToken, isSame } from '../signature.ts';
import { keptCard, REFUSED_IBAN } from './cards.ts';
import { openJournal, Session } from './journal.ts';
import { webhookSender } from './deliver.ts';
import { actions, type Scenarios, openScenarios, payerActions } from './scenarios.ts';
import { isBank, notFoundPage, pageHeaders, paymentPage } from './page.ts';
import { wordingOf } from './texts.ts';

export interface SandboxParts {
  /** The project's folder, for the texts of the page. */
  readonly root: string;
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Public URL for payers, by default this machine. */
  readonly url?: string;
  readonly secret: string;
  /** Folder of the journal; null keeps it in memory. */
  readonly folder: string | null;
  readonly now: Clock;
}
export interface Sandbox {
  readonly url: string;
  /** Runs an action on a payment, as its payer would. */
  act: Scenarios['act'];
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 65_536;
const Account = z.object({ mandate: z.string(), holder: z.string(), iban: z.string() });
const NewPayment = z.extend(
  z.pick(Session, {
    ...{ reference: true, tenant: true, amount: true, currency: true, method: true, bank_step: true },
    ...{ language: true, descriptor: true, return_to: true, notify: true, keeps_card: true, card: true },
  }),
  { debit: z._default(z.nullable(Account), null) },
);
/** The part to move of a paid payment in minor units, by default all of it. */
const MoveInput = z.object({
  amount: z.optional(z.int().check(z.minimum(1))),
  /** The same key again moves nothing more. */
  key: z.optional(z.string().check(z.maxLength(100))),
});

interface SandboxState extends SandboxParts {
  readonly journal: ReturnType<typeof openJournal>;
  readonly scenarios: Scenarios;
  readonly url: string;
}
type Reply = (status: number, body: string, headers?: Readonly<Record<string, string>>) => void;

/** Starts the sandbox; throws when the port is in use. */
export async function startSandbox(parts: SandboxParts): Promise<Sandbox> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(parts.port, parts.host, resolve);
  });
  const url = parts.url ?? `http://localhost:${(server.address() as AddressInfo).port}`;
  const journal = openJournal(parts.folder && join(parts.folder, 'sandbox.jsonl'));
  const deliver = webhookSender(journal, parts.secret, parts.now);
  const scenarios = openScenarios(journal, deliver, parts.now);
  const sandbox: SandboxState = { ...parts, journal, scenarios, url };
  server.on('request', (request, response) => {
    const reply: Reply = (status, body, headers = { 'content-type': 'application/json' }) =>
      void response.writeHead(status, headers).end(body);
    answer(sandbox, request, reply).catch(() => endWithError(response));
  });
  return {
    url,
    act: scenarios.act,
    async close() {
      deliver.stop();
      scenarios.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function endWithError(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(400);
  response.end();
}

async function answer(sandbox: SandboxState, request: IncomingMessage, reply: Reply): Promise<void> {
  const [area, ref = '', action] = (request.url ?? '/').split('?')[0]?.slice(1).split('/') ?? [];
  if (area === 'favicon.ico') return reply(204, '', {});
  if (area === 'pay') return answerPayer(sandbox, request, ref, reply);
  if (area !== 'payments' && area !== 'orders' && area !== 'cards')
    return reply(404, notFoundPage(wordingOf(sandbox.root, 'en')), pageHeaders(null));
  if (!isSame(request.headers.authorization ?? '', `Bearer ${apiToken(sandbox.secret)}`)) return reply(401, '{}');
  const isPost = request.method === 'POST';
  if (area === 'cards') {
    if (!isPost || action !== 'forget') return reply(404, '{}');
    sandbox.journal.write({ forgotten: decodeURIComponent(ref) });
    return reply(204, '');
  }
  // By the shop's own number of an order.
  if (area === 'orders') return replyState(isPost ? null : sandbox.journal.sessionOf(Number(ref), action ?? ''), reply);
  if (ref === '') return isPost ? open(sandbox, await bodyOf(request), reply) : reply(405, '{}');
  const chosenAction = actions.find((each) => each === action);
  if (isPost && chosenAction) {
    const { success, data } = z.safeParse(MoveInput, JSON.parse((await bodyOf(request)) || '{}'));
    if (!success) return reply(422, '{}');
    return reply(sandbox.scenarios.act(ref, chosenAction, data) ? 204 : 409, '');
  }
  return replyState(isPost ? null : sandbox.journal.session(ref), reply);
}

const replyState = (session: Session | null, reply: Reply): void =>
  session ? reply(200, JSON.stringify(paymentView(session))) : reply(404, '{}');

const paymentView = ({ ref, reference, status, amount, currency, ...session }: Session): object => ({
  ...{ ref, reference, status, amount, currency, ...keptCard({ ref, ...session }, status === 'paid') },
  ...{ refunded: session.refunded, charged_back: session.charged_back, reversed: session.reversed },
});

function open(sandbox: SandboxState, body: string, reply: Reply): void {
  const { success, data } = z.safeParse(NewPayment, JSON.parse(body));
  if (!success) return reply(422, '{}');
  const outcome = data.debit?.iban === REFUSED_IBAN ? 'refused' : 'covered';
  const { ref, card, debit, return_to } = sandbox.scenarios.open({ ...data, debit: data.debit && outcome });
  // A kept card or a bank account is charged without the payer's page.
  reply(
    201,
    JSON.stringify({ ref, redirect: card === null && debit === null ? `${sandbox.url}/pay/${ref}` : return_to }),
  );
}

async function answerPayer(sandbox: SandboxState, request: IncomingMessage, ref: string, reply: Reply): Promise<void> {
  const session = sandbox.journal.session(ref);
  if (!session) return reply(404, notFoundPage(wordingOf(sandbox.root, 'en')), pageHeaders(null));
  const wording = wordingOf(sandbox.root, session.language);
  const page = (status: number, isBankMissing: boolean): void =>
    reply(
      status,
      paymentPage(sandbox.journal.session(ref) ?? session, wording, isBankMissing),
      pageHeaders(session.return_to),
    );
  if (request.method !== 'POST') return page(200, false);
  const form = new URLSearchParams(await bodyOf(request));
  const action = payerActions.find((each) => each === form.get('action'));
  if (!action) return page(422, false);
  const needsBank = session.bank_step && (action === 'pay' || action === 'later') && session.status === 'created';
  if (needsBank && !isBank(form.get('bank'))) return page(422, true);
  sandbox.scenarios.act(ref, action);
  reply(303, '', { location: session.return_to, 'cache-control': 'no-store' });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
