// A batch of messages whose transaction fails.
import { expect, test } from 'vitest';
import type { chats } from '#contract/chats';
import type { KeyedCaller, StagedCtx } from '#server/context';
import { batchSender } from '#server/modules/chats/batch/send-batch';
import type { Services } from '#server/services';

const draft = { conversation: crypto.randomUUID(), text: 'Hi', client_id: crypto.randomUUID() };
const by: KeyedCaller = {
  tenant: 1,
  caller: crypto.randomUUID(),
  route: 'POST /api/message.php',
  key: 'a-key-of-mine',
  bodyHash: Uint8Array.of(1),
  cookieHash: Uint8Array.of(2),
  lock: 3n,
};
const ctx = {
  tenant: 1,
  site: { siteSettings: { message_credits: 1, message_length: 100 } },
  cachedCaller: () => ({ caller: by, input: draft }),
} as unknown as StagedCtx<typeof chats.send>;

/** A server on which every statement fails with this SQLSTATE. */
const failing = (code: string): Services & { readonly logged: string[] } => {
  const logged: string[] = [];
  return {
    logged,
    // At noon: around midnight there are no batches.
    now: () => new Date(12 * 3_600_000),
    log: { warn: (_: unknown, text: string) => logged.push(text) },
    database: { queryOne: () => Promise.reject(Object.assign(new Error('failed'), { code })) },
  } as unknown as Services & { readonly logged: string[] };
};

test.each(['23505', '40P01', '53300', '55P03', '57P01'])(
  'after %s each message is sent separately, and the operator is told',
  async (code) => {
    const services = failing(code);
    expect(await batchSender(services)(ctx)).toBeNull();
    expect(services.logged).toEqual(['batch failed']);
  },
);

test('a caller who has waited for a silent database does not wait again', async () => {
  const services = failing('57014');
  await expect(batchSender(services)(ctx)).rejects.toMatchObject({ code: '57014' });
  expect(services.logged).toEqual([]);
});
