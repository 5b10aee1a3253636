// The facts of web push that are the same everywhere.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { OFFLINE_CACHE, offlineFile, PUSH_WORKER, PUSH_WORKER_VERSION } from '#domain/push';

test('PU8: the worker has version 2, which its address names', () => {
  expect([PUSH_WORKER_VERSION, PUSH_WORKER]).toEqual([2, '/push-worker.js?v=2']);
});

test('PU8: the worker names the offline page as the pages do, and is at most 4 kB as sent', () => {
  const worker = readFileSync('public/push-worker.js', 'utf8');
  expect(worker).toContain(`caches.open('${OFFLINE_CACHE}')`);
  expect(worker).toContain(`\`${offlineFile('${language}')}\``);
  expect(brotliCompressSync(worker).byteLength).toBeLessThanOrEqual(4096);
});
