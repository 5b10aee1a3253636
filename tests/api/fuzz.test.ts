// Invalid input to every call: never a server error, always the one error shape, and never slow.
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { ApiErrorBody } from '#contract/errors';
import { contractCalls, requestFor } from '../support/calls.ts';
import { measure } from '../support/effort.ts';
import { eachEngine, figure, type CallAnswer, type CallOptions } from '../support/server.ts';

const SLOW_MS = 1000;

const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    '\0',
    'a\0b',
    '\ud800',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    "' or 1=1 --",
    '1e309',
    '-0',
    '9'.repeat(400),
    'x'.repeat(70_000),
    '𝒳'.repeat(200),
    '\u202e',
    null,
    true,
    -1,
    0.5,
    1e21,
    [],
    {},
  ),
  fc.string({ unit: 'binary' }),
  fc.anything({ maxDepth: 3, withNullPrototype: true }),
);
const deep = fc.constantFrom(
  '['.repeat(1000),
  '{"a":'.repeat(1000),
  `${'['.repeat(200)}${']'.repeat(200)}`,
  '{"__proto__":{"polluted":1}}',
  '{"email":"\\ud800"}',
  '{"a":1,"a":2}',
  'null',
  '1',
  '"x"',
  '',
  '\ufeff{}',
  '{',
  '{}garbage',
  `{"email":"${'x'.repeat(60_000)}"}`,
);

/** A valid input with some values replaced, some keys added, or another value altogether. */
const bodies = (right: object): fc.Arbitrary<string> =>
  fc.oneof(
    deep,
    fc
      .record(
        Object.fromEntries(
          Object.entries(right).map(([key, value]) => [key, fc.oneof(fc.constant(value), hostileValue)]),
        ),
        { requiredKeys: [] },
      )
      .map(toText),
    fc
      .dictionary(
        fc.oneof(fc.string(), fc.constantFrom(...Object.keys(right), 'id', 'tenant', 'credits', '__proto__')),
        hostileValue,
      )
      .map(toText),
    fc.anything().map(toText),
  );
const queries = (names: readonly string[]): fc.Arbitrary<string> => {
  const name = fc.oneof(
    fc.constantFrom(...names, 'id', 'page', 'cursor', '__proto__', 'constructor[prototype]'),
    fc.string(),
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary' }).map(safely),
    fc.constantFrom(
      '',
      '%00',
      '%',
      '%ff',
      '%ed%a0%80',
      '-1',
      '1e9',
      '99999999999999999999',
      'NL',
      "'",
      '[]',
      '%2e%2e',
      crypto.randomUUID(),
    ),
  );
  return fc
    .array(fc.tuple(name.map(safely), value), { maxLength: 5 })
    .map((pairs) => pairs.map(([key, text]) => `${key}=${text}`).join('&'));
};
const safely = (text: string): string => encodeURIComponent(text.toWellFormed());

function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/** The other engine has a process of its own, where a slow query ends in a server error. */
function expectHandled(name: string, answer: CallAnswer, took: number): void {
  expect(answer.status, `${name} ${answer.text}`).toBeLessThan(500);
  if (answer.status >= 400) expect(z.safeParse(ApiErrorBody, answer.body).success, answer.text).toBe(true);
  expect(took, name).toBeLessThan(SLOW_MS);
  expect(Object.prototype).not.toHaveProperty('polluted');
}

eachEngine('fuzz', (server) => {
  test.each(contractCalls)('F1: invalid input to $name', async (call) => {
    const member = await server().member();
    const right = requestFor(call, member.id);
    const make = async (options: CallOptions): Promise<void> => {
      // What is slow is slow each time: at times this thread collects garbage, or ends what an earlier call began.
      for (let tries = 1; tries <= 3; tries += 1) {
        const spent = measure();
        const answer = await server().call(call.endpoint.path, {
          ...options,
          ip: `2001:db8:${crypto.randomUUID().slice(0, 4)}::1`,
        });
        const took = spent();
        if (took >= SLOW_MS && tries < 3) continue;
        expectHandled(call.name, answer, took);
        return;
      }
    };
    const { method, upload } = call.endpoint;
    const inQuery = method === 'GET' || upload !== undefined;
    const names = [
      ...new URLSearchParams(right.query ?? 'id=1').keys(),
      'gender',
      'country',
      'countryregion',
      'min_age',
      'max_age',
    ];
    const inputs = inQuery ? queries(names) : bodies((right.json ?? {}) as object);
    const asMember = fc.boolean();
    await fc.assert(
      fc.asyncProperty(inputs, asMember, async (input, isMember) => {
        const as = isMember ? await stillMember() : null;
        await make(
          inQuery
            ? { ...right, method, query: input, as }
            : { method, body: input, as, headers: { 'content-type': 'application/json' } },
        );
      }),
      { numRuns: figure(1000, 60), seed: 20261120 },
    );
    /** Logout succeeds on valid input, so that this call needs a new session each time. */
    function stillMember(): Promise<{ cookie: string }> | { cookie: string } {
      return call.name === 'auth.logout' || call.name === 'auth.login' ? server().member() : member;
    }
  });

  test('F1: headers with invalid values', async () => {
    const values = fc
      .string({ unit: 'grapheme-ascii', maxLength: 200 })
      .map((text) => text.replace(/[^\x20-\x7e]/g, ''));
    const names = fc.constantFrom(
      'cookie',
      'origin',
      'referer',
      'content-type',
      'idempotency-key',
      'x-forwarded-for',
      'x-forwarded-host',
      'last-event-id',
      'accept-language',
      'user-agent',
      'content-length-x',
      'sec-fetch-site',
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, values), async (headers) => {
        for (const path of ['/api/user.php', '/api/events.php', '/api/member.php'])
          expectHandled(path, await server().call(path, { headers }), 0);
        expectHandled(
          'PUT',
          await server().call('/api/user.php', { method: 'PUT', json: { language: 'en' }, headers }),
          0,
        );
      }),
      { numRuns: figure(1000, 60), seed: 20261120 },
    );
  });

  test('F1: bodies above 64 kB end at 413, also without a length', async () => {
    const big = JSON.stringify({ email: 'x'.repeat(70_000), password: 'x' });
    expect(
      (await server().call('/api/user.php', { body: big, headers: { 'content-type': 'application/json' } })).status,
    ).toBe(413);
    let read = 0;
    const endless = new ReadableStream({
      pull: (to) => void to.enqueue(new Uint8Array(16_384).fill(97, (read += 1) && 0)),
    });
    const request = new Request(`http://${server().app.services.sites[0]?.folder}.localhost/api/user.php`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    } as RequestInit);
    expect((await server().app.fetch(request)).status).toBe(413);
    expect(read).toBeLessThan(12);
  });

  test('F1: a repeated name in a query is refused', async () => {
    const member = await server().member();
    const answer = await server().call('/api/members.php', { as: member, query: 'page=1&page=2' });
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'malformed']);
  });

  test('F1: each refused field has a code of the contract', async () => {
    const fields = async (json: unknown) => (await server().call('/api/user.php', { json })).body.error?.['fields'];
    expect(await fields({})).toEqual({ email: 'required', password: 'required' });
    expect(await fields({ email: ' ', password: '' })).toEqual({ email: 'required', password: 'required' });
    expect(await fields({ email: 1, password: 'x'.repeat(1001) })).toEqual({
      email: 'wrong_type',
      password: 'too_long',
    });
    expect(await fields({ email: 'a', password: 'b', more: 1 })).toEqual({ more: 'unknown_field' });
    const member = await server().member();
    const search = async (query: string) =>
      (await server().call('/api/members.php', { as: member, query })).body.error?.['fields'];
    expect(await search('min_age=17&country=nl&gender=x&page=zz')).toEqual({
      min_age: 'out_of_range',
      country: 'wrong_format',
      gender: 'not_allowed',
      page: 'wrong_type',
    });
  });
});
