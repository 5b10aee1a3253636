// Streamed uploads, and calls for operators: access and bounds. Both use test calls until a feature has one.
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { endpoint } from '#contract/endpoint';
import type { Handlers } from '#server/context';
import { callTable } from '#server/http/api';
import type { MadeMember } from '../support/members.ts';
import { type CallAnswer, eachEngine, type TestServer } from '../support/server.ts';

const toy = {
  store: endpoint({
    method: 'POST',
    path: '/api/toy.php',
    access: 'member',
    input: z.strictObject({ name: z.string() }),
    output: z.strictObject({ name: z.string(), bytes: z.int() }),
    upload: { types: ['image/jpeg'], maxBytes: 100_000 },
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/toy-audit.php',
    access: 'operator',
    input: z.strictObject({}),
    output: z.null(),
  }),
};
let chunksRead = 0;
const handlers: Handlers<typeof toy> = {
  store: {
    transactions: 'staged',
    handle: async (ctx) => {
      await ctx.prepare(async (own) => own.member().id);
      let bytes = 0;
      for await (const chunk of ctx.upload()) {
        chunksRead += 1;
        bytes += chunk.byteLength;
      }
      return ctx.transaction((_, { name }) => ({ name, bytes }));
    },
  },
  audit: () => null,
};

const CHUNK = 10_000;
/** A body of unknown length, whose chunks are made on demand. */
function chunked(count: number): ReadableStream<Uint8Array> {
  let made = 0;
  return new ReadableStream({
    pull(controller) {
      if (made === count) return controller.close();
      made += 1;
      controller.enqueue(new Uint8Array(CHUNK));
    },
  });
}

eachEngine(
  'uploads',
  (server) => {
    const upload = (as: MadeMember | null, body: BodyInit, headers: Record<string, string> = {}, query = 'name=sea') =>
      store(server(), as, body, { 'content-type': 'image/jpeg', ...headers }, query);

    test('D1: a member streams a body past the limit of JSON; a visitor and a dead session are refused before it is read', async () => {
      const member = await server().member();
      const done = await upload(member, new Uint8Array(90_000));
      expect([done.status, done.body]).toEqual([200, { name: 'sea', bytes: 90_000 }]);
      const before = chunksRead;
      const refused = [await upload(null, chunked(3)), await upload(dead, chunked(3))];
      expect(refused.map(({ status }) => status)).toEqual([403, 403]);
      expect(chunksRead).toBe(before);
    });

    test('F6: a body is refused by its announced length, and cut off where it passes the limit unannounced', async () => {
      const member = await server().member();
      const announced = await upload(member, 'x', { 'content-length': '100001' });
      expect([announced.status, announced.body.error?.code]).toEqual([413, 'too_large']);
      const before = chunksRead;
      const endless = await upload(member, chunked(1000));
      expect([endless.status, endless.body.error?.code]).toEqual([413, 'too_large']);
      expect(chunksRead - before).toBeLessThanOrEqual(100_000 / CHUNK);
    });

    test('another content type, a missing field and a missing key are refused', async () => {
      const member = await server().member();
      const answers = [
        await upload(member, 'x', { 'content-type': 'image/svg+xml' }),
        await upload(member, 'x', {}, ''),
        await upload(member, 'x', { 'idempotency-key': '' }),
      ];
      expect(answers.map(({ body }) => body.error?.code)).toEqual(['unsupported_type', 'invalid', 'malformed']);
    });

    test('A5: an upload sent again under its key gets the first answer; with another name it is refused', async () => {
      const member = await server().member();
      const key = { 'idempotency-key': crypto.randomUUID() };
      const [first, again] = [await upload(member, 'abc', key), await upload(member, 'abc', key)];
      expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
      expect((await upload(member, 'abc', key, 'name=hill')).body.error?.code).toBe('idempotency_conflict');
    });

    test('D1: a call for operators is refused to visitors and to every member', async () => {
      for (const as of [null, dead, await server().member(), await server().member({ paid_user: true })])
        expect((await server().call(toy.audit.path, { as })).body.error?.['authentication_required']).toBe(true);
    });
  },
  { calls: () => callTable({ toy }, { toy: handlers }) },
);

const dead = { cookie: `auth.session=${'A'.repeat(43)}` } as MadeMember;

const store = (
  server: TestServer,
  as: MadeMember | null,
  body: BodyInit,
  headers: Record<string, string>,
  query: string,
): Promise<CallAnswer> => server.call(toy.store.path, { method: 'POST', body, headers, query, as });
