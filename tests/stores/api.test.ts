// The typed client: retries, idempotency keys, parsed answers, and errors as codes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { auth } from '#contract/auth';
import { chatUploads } from '#contract/chat-uploads';
import { chats } from '#contract/chats';
import { READ_TIMEOUT_MS, WRITE_TIMEOUT_MS } from '#domain/limits';
import type { ApiError } from '#lib/api';
import { client, onFailure } from '#lib/api';
import { uploadFile } from '#lib/upload';
import { eventually } from '#tests/support/eventually';

vi.mock('#lib/clock', () => ({
  now: () => 0,
  after: (ms: number, run: () => void) => {
    const timer = { ms, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  },
  pause: (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  },
}));
const pauses: number[] = [];
const timers = new Set<{ ms: number; run: () => void }>();

interface Seen {
  method: string;
  key: string | undefined;
  client: string | undefined;
}
let server: Server;
let seen: Seen[] = [];
let answers: ((response: ServerResponse) => void)[] = [];
const plainFetch = globalThis.fetch;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
const refusal = (
  status: number,
  code: string,
  extra: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => json(status, { error: { code, ...extra } }, headers);

beforeEach(async () => {
  seen = [];
  answers = [];
  pauses.length = 0;
  timers.clear();
  server = createServer((request: IncomingMessage, response) => {
    const header = (name: string): string | undefined => request.headers[name] as string | undefined;
    seen.push({ method: request.method ?? '', key: header('idempotency-key'), client: header('x-client-type') });
    (answers.shift() ?? json(200, { user: null }))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  globalThis.fetch = (input, init) =>
    plainFetch(typeof input === 'string' && input.startsWith('/') ? origin + input : input, init);
});
afterEach(async () => {
  globalThis.fetch = plainFetch;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const api = client(auth);
const failureOf = (run: Promise<unknown>): Promise<ApiError> =>
  run.then(
    () => Promise.reject(new Error('did not fail')),
    (error: unknown) => error as ApiError,
  );

describe('retries', () => {
  test('SH29: a call is retried up to 5 times with growing pauses, then fails', async () => {
    answers = Array.from({ length: 9 }, () => refusal(503, 'unavailable'));
    const error = await failureOf(api.user());
    expect(seen).toHaveLength(6);
    expect(error).toMatchObject({ code: 'unavailable', status: 503 });
    expect(pauses).toHaveLength(5);
    pauses.forEach((pause, at) => expect(pause).toBeLessThanOrEqual(300 * 2 ** at));
  });

  test('SH29: an answer during the retries is the answer', async () => {
    answers = [refusal(503, 'unavailable'), refusal(429, 'too_many_requests', {}, { 'Retry-After': '2' })];
    await expect(api.user()).resolves.toEqual({ user: null });
    expect(seen).toHaveLength(3);
    expect(pauses[1]).toBeGreaterThanOrEqual(2000);
  });

  test('a final refusal is not retried', async () => {
    for (const status of [400, 403, 404, 409, 422]) {
      seen = [];
      answers = [refusal(status, 'forbidden')];
      await failureOf(api.setLanguage({ language: 'nl' }));
      expect(seen).toHaveLength(1);
    }
  });

  test('SH29 CH36: a call whose first try is still running waits for its answer under the same key, but not forever', async () => {
    const busy = refusal(409, 'in_progress', {}, { 'Retry-After': '1' });
    answers = [busy, busy];
    await expect(api.setLanguage({ language: 'nl' })).resolves.toEqual({ user: null });
    expect([seen.length, new Set(seen.map(({ key }) => key)).size]).toEqual([3, 1]);
    pauses.forEach((pause) => expect(pause).toBeGreaterThanOrEqual(1000));
    seen = [];
    answers = Array.from({ length: 9 }, () => busy);
    expect(await failureOf(api.setLanguage({ language: 'nl' }))).toMatchObject({ code: 'in_progress' });
    expect(seen).toHaveLength(6);
  });

  test('a lockout is shown at once and not retried', async () => {
    answers = [refusal(429, 'account_blocked', { minutes: 5, retry_after: 300 }, { 'Retry-After': '300' })];
    const error = await failureOf(api.login({ email: 'a@b.example', password: 'x' }));
    expect(error.body.minutes).toBe(5);
    expect(seen).toHaveLength(1);
  });

  test('every try of a mutating call has the same idempotency key; the next call has another', async () => {
    answers = [refusal(500, 'internal'), refusal(502, 'internal')];
    await api.setLanguage({ language: 'nl' });
    await api.setLanguage({ language: 'nl' });
    expect(new Set(seen.slice(0, 3).map((each) => each.key)).size).toBe(1);
    expect(seen[3]?.key).not.toBe(seen[0]?.key);
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('idempotent calls', () => {
  test('a naturally idempotent call has no key and is retried nevertheless', async () => {
    answers = [refusal(500, 'internal'), json(200, { num_unread_messages: 0 })];
    const { read } = client({ read: chats.read });
    await read({ conversation: crypto.randomUUID(), seq: 1 });
    expect(seen.map(({ key }) => key)).toEqual([undefined, undefined]);
  });
});

test('an upload is no call of a client, which sends JSON', () => {
  // @ts-expect-error -- it is sent by uploadFile
  expect(client({ sendPicture: chatUploads.sendPicture })).toHaveProperty('sendPicture');
});

describe('answers', () => {
  test('AU8: every call has a header with its client type', async () => {
    await api.user();
    expect(seen[0]?.client).toBe('web');
  });

  test('an answer that does not match the contract is refused', async () => {
    answers = [json(200, { user: { id: 1 } })];
    await expect(api.user()).rejects.toThrow();
  });

  const newer = { newer: 'than these pages' };
  test('an answer and a refusal of a newer server are read, without what these pages do not know', async () => {
    answers = [json(200, { user: null, ...newer }), refusal(409, 'wait', newer)];
    await expect(api.user()).resolves.toEqual({ user: null });
    expect(await failureOf(api.setLanguage({ language: 'nl' }))).toMatchObject({ code: 'wait', status: 409 });
  });

  test('so is the answer to an upload', async () => {
    const [id, at] = [crypto.randomUUID(), '2026-11-30T12:00:00.000Z'];
    const message = { client_id: id, conversation: id, seq: 1, mine: true, text: '', at, held: false };
    class Answered {
      readonly status = 200;
      readonly responseText = JSON.stringify({ message: { ...message, ...newer }, credits: 3, ...newer });
      readonly upload = {};
      readonly open = vi.fn();
      readonly setRequestHeader = vi.fn();
      onload?: () => void;
      onloadend?: () => void;
      send(): void {
        this.onload?.();
        this.onloadend?.();
      }
    }
    vi.stubGlobal('XMLHttpRequest', Answered);
    const options = { idempotencyKey: id, signal: new AbortController().signal, onProgress: () => undefined };
    const sent = uploadFile(chatUploads.sendPicture, { client_id: id }, new Blob(['x']), options);
    await expect(sent).resolves.toEqual({ message, credits: 3 });
    vi.unstubAllGlobals();
  });

  test('no connection is the code offline', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('failed'));
    const error = await failureOf(api.user());
    expect(error.code).toBe('offline');
  });

  const dead: [string, (response: ServerResponse) => void][] = [
    ['before its answer', () => undefined],
    [
      'in the middle of its answer',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write('{"user":');
      },
    ],
  ];
  test.each(dead)('CH35: a query on a connection that is dead %s and looks open is sent again', async (_, die) => {
    let isSent = false;
    answers = [
      (response) => {
        die(response);
        setTimeout(() => (isSent = true), 50);
      },
    ];
    const answer = api.user();
    await eventually(() => expect(isSent).toBe(true));
    expect([...timers].map(({ ms }) => ms)).toEqual([READ_TIMEOUT_MS]);
    for (const { run } of timers) run();
    expect(await answer).toEqual({ user: null });
    expect(seen).toHaveLength(2);
    expect(timers.size).toBe(0);
  });

  test('CH36: a message on a connection that is dead and looks open is sent again under its key', async () => {
    let isSent = false;
    answers = [() => setTimeout(() => (isSent = true), 50)];
    const answer = api.setLanguage({ language: 'nl' });
    await eventually(() => expect(isSent).toBe(true));
    expect([...timers].map(({ ms }) => ms)).toEqual([WRITE_TIMEOUT_MS]);
    answers = [refusal(403, 'forbidden')];
    for (const { run } of timers) run();
    expect((await failureOf(answer)).code).toBe('forbidden');
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
    expect([seen.length, timers.size]).toEqual([2, 0]);
  });

  test('a listener is told of the failure and its path, once', async () => {
    const heard: string[] = [];
    const stop = onFailure((error, path) => heard.push(`${error.code} ${path}`));
    answers = [refusal(403, 'authentication_required', { authentication_required: true })];
    await failureOf(api.setLanguage({ language: 'nl' }));
    stop();
    expect(heard).toEqual(['authentication_required /api/user.php']);
  });
});
