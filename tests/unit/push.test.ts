// The facts of web push that are the same everywhere.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { onPushMessage, subscribeToPush } from '#lib/push';
import { OFFLINE_CACHE, offlineFile, PUSH_WORKER, PUSH_WORKER_VERSION } from '#domain/push';

afterEach(() => void vi.unstubAllGlobals());

test('PU4: a renewed subscription needs the permission and never asks for it; what the member turns on asks', async () => {
  for (const [before, mayAsk, asked, isMade] of [
    ['default', false, 0, false],
    ['denied', false, 0, false],
    ['granted', false, 0, true],
    ['default', true, 1, true],
  ] as const) {
    const requestPermission = vi.fn(() => Promise.resolve('granted'));
    vi.stubGlobal('Notification', { permission: before, requestPermission });
    const pushManager = { subscribe: (options: object) => Promise.resolve({ toJSON: () => options }) };
    const serviceWorker = { register: () => Promise.resolve(), ready: Promise.resolve({ pushManager }) };
    vi.stubGlobal('navigator', { serviceWorker });
    const made = await subscribeToPush('key', mayAsk);
    expect([before, mayAsk, requestPermission.mock.calls.length]).toEqual([before, mayAsk, asked]);
    expect(made).toEqual(isMade ? { userVisibleOnly: true, applicationServerKey: 'key' } : null);
  }
});

test('PU8: a page tells the worker whether a form or a dialog is in use, other than the text of a chat, which is kept', () => {
  for (const found of [null, {}]) {
    const asked: string[] = [];
    const answers: unknown[] = [];
    const listeners: ((event: object) => void)[] = [];
    vi.stubGlobal('document', { querySelector: (selector: string) => (asked.push(selector), found) });
    const addEventListener = (_: string, listen: (event: object) => void): void => void listeners.push(listen);
    vi.stubGlobal('navigator', { serviceWorker: { addEventListener } });
    onPushMessage(() => undefined);
    const port = { postMessage: (answer: unknown) => void answers.push(answer) };
    for (const listen of listeners) listen({ data: { type: 'ask' }, ports: [port] });
    expect(answers).toEqual([found ? 'busy' : 'here']);
    expect(asked).toEqual(['dialog[open], form:not(.composer-row):focus-within']);
  }
  expect(readFileSync('src/features/chats/Composer.tsx', 'utf8')).toContain('<form className="composer-row"');
});

test('PU8: the worker has version 2, which its address names', () => {
  expect([PUSH_WORKER_VERSION, PUSH_WORKER]).toEqual([2, '/push-worker.js?v=2']);
});

test('PU8: the worker names the offline page as the pages do, and is at most 4 kB as sent', () => {
  const worker = readFileSync('public/push-worker.js', 'utf8');
  expect(worker).toContain(`caches.open('${OFFLINE_CACHE}')`);
  expect(worker).toContain(`\`${offlineFile('${language}')}\``);
  expect(brotliCompressSync(worker).byteLength).toBeLessThanOrEqual(4096);
});
