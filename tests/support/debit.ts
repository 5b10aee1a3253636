// Direct debits of the tests: an account holder, and the code as the phone has it.
import { DEBIT_METHOD } from '#domain/payment-methods';
import type { MadeMember } from './members.ts';
import type { CallAnswer, TestServer } from './server.ts';

/** Each with a number of its own: codes are counted by number. */
export const someAccount = {
  ...{ holder: 'Anna Bloom', iban: 'NL91 ABNA 0417 1643 00', street: 'Keizersgracht 1', postcode: '1015 CJ' },
  ...{ city: 'Amsterdam', country: 'NL', phone: '+31 6 12345678', consent: true },
};
/** A valid IBAN that no other call of the test has: debits are limited by bank account. */
export function someIban(): string {
  const account = String(10n ** 17n + BigInt(Math.floor(Math.random() * 2 ** 50)));
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}
/** The order of a mandate that no member has begun. */
export const unknownMandate = { reference: 'M1-A', code: '123456', package: '35', amount: 4599 };
/** A Dutch mobile number that no other call of the test has. */
export const someNumber = (): string => `06${String(10_000_000 + Math.floor(Math.random() * 89_000_000))}`;

type Server = Pick<TestServer, 'call' | 'runJobs' | 'texts'>;

export const beginDebit = (server: Server, as: MadeMember, changes: object = {}): Promise<CallAnswer> =>
  server.call('/api/directdebit.php', {
    json: { ...someAccount, iban: someIban(), phone: someNumber(), ...changes },
    as,
  });

/** The code of the latest message. */
export const codeOf = ({ texts }: Pick<TestServer, 'texts'>): string =>
  /\d{6}/.exec(texts.at(-1)?.text ?? '')?.[0] ?? '';

/** The reference and the code of a mandate that waits for it. */
export async function waitingMandate(server: Server, as: MadeMember, changes: object = {}) {
  const { body } = await beginDebit(server, as, changes);
  await server.runJobs();
  return { reference: (body['mandate'] as { reference: string }).reference, code: codeOf(server) };
}

export const confirmDebit = (server: Server, as: MadeMember, json: object, key?: string): Promise<CallAnswer> =>
  server.call('/api/directdebit.php', {
    ...{ method: 'PUT', as, json: { package: '15', amount: 2199, ...json } },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

/** A member orders by direct debit; its payment. */
export async function orderByDebit(server: Server, as: MadeMember, json: object = {}, changes: object = {}) {
  const { body } = await confirmDebit(server, as, { ...(await waitingMandate(server, as, changes)), ...json });
  const payment = body['payment'] as { payment_id: string; price: { amount: number; currency: string } } | undefined;
  if (!payment) throw new Error(`No ${DEBIT_METHOD} order: ${JSON.stringify(body)}`);
  return payment;
}
