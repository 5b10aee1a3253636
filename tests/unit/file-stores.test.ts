// Stores of files: what folder and bucket have in common, and services of buckets that fail.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type BucketConfig, readFilesUrl } from '#server/config/files-url';
import { bucketStore } from '#server/storage/bucket-store';
import { bytesOf, type FileStore, StorageUnavailable } from '#server/storage/file-store';
import { folderStore } from '#server/storage/folder-store';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'matchloom-files-'));
let service: BucketServer;
beforeAll(async () => {
  service = await startBucketServer();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const bucketOf = (url: string): BucketConfig => {
  const bucket = readFilesUrl(url);
  if (!bucket) throw new Error(`${url} names no bucket.`);
  return bucket;
};
const STORES = [
  ['a folder', (): FileStore => folderStore(join(folder, 'data'))],
  ['a bucket', (): FileStore => bucketStore(bucketOf(service.url))],
] as const;
/** Larger than the chunks in which it is sent. */
const large = new Uint8Array(300_000).map((_, at) => at % 251);
const NAME = 'photos/one-640.webp';

async function read(store: FileStore, name: string): Promise<Uint8Array | null> {
  const found = await store.get(name);
  return found?.content ? bytesOf(found.content) : null;
}

describe.each(STORES)('files in %s', (_, open) => {
  test('come back whole, also after they were replaced, and not any longer once deleted', async () => {
    const store = open();
    expect(await read(store, NAME)).toBeNull();
    for (const bytes of [large, large.subarray(0, 10)]) {
      await store.put(NAME, bytes);
      expect(await read(store, NAME)).toEqual(new Uint8Array(bytes));
      expect((await store.get(NAME))?.content?.size).toBe(bytes.byteLength);
    }
    await store.put('photos/two-640.webp', large);
    for (let times = 0; times < 2; times += 1) await store.delete(NAME);
    expect([await read(store, NAME), (await read(store, 'photos/two-640.webp'))?.byteLength]).toEqual([null, 300_000]);
    expect(store.locate(NAME)).toMatch(/photos\/one-640\.webp$/);
  });

  test('are not sent again to one who has them, unless they are others now', async () => {
    const store = open();
    await store.put(NAME, large);
    const etag = (await store.get(NAME))?.etag;
    expect(await store.get(NAME, etag)).toEqual({ etag, content: null });
    expect((await store.get(NAME, '"another"'))?.content?.size).toBe(300_000);
    await store.put(NAME, large.subarray(1));
    expect((await store.get(NAME, etag))?.content?.size).toBe(299_999);
  });

  test('are read in pieces, and can be left early', async () => {
    const store = open();
    await store.put(NAME, large);
    const reader = (await store.get(NAME))?.content?.stream.getReader();
    const first = (await reader?.read())?.value;
    expect(first?.byteLength).toBeLessThan(300_000);
    expect(first).toEqual(large.slice(0, first?.byteLength));
    await reader?.cancel();
    expect((await read(store, NAME))?.byteLength).toBe(300_000);
  });
});

test('a folder that cannot be used is no missing file', async () => {
  writeFileSync(join(folder, 'a-file'), '');
  const store = folderStore(join(folder, 'a-file'));
  for (const work of [() => store.get(NAME), () => store.put(NAME, large)])
    await expect(work()).rejects.toMatchObject({ name: 'StorageUnavailable', reason: expect.stringMatching(/^E/) });
});

describe('a bucket', () => {
  test.each([
    ['NoSuchBucket', (url: string) => url.replace('/pictures', '/another')],
    ['InvalidAccessKeyId', (url: string) => url.replace('S3RVER:', 'WRONG:')],
    // A port that no request may have.
    ['bad port', () => 'http://S3RVER:S3RVER@127.0.0.1:1/pictures'],
  ])('that cannot be used is no missing file, and says why: %s', async (reason, change) => {
    const store = bucketStore(bucketOf(change(service.url)));
    for (const work of [() => store.get('missing.webp'), () => store.put('missing.webp', large)])
      await expect(work()).rejects.toMatchObject({ name: 'StorageUnavailable', reason });
  });

  /** A bucket of a service that answers as `listener` does; a silent one is not waited for as long. */
  async function faulty(listener: RequestListener, timeoutMs = 60_000): Promise<FileStore> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    return bucketStore(bucketOf(`http://me:a%2Fsecret@127.0.0.1:${port}/pictures?region=eu-1`), timeoutMs);
  }
  const XML = { 'content-type': 'application/xml' };
  const error = (code: string): string => `<?xml version="1.0"?>\n<Error><Code>${code}</Code></Error>`;

  test.each<[string, RequestListener, string]>([
    ['is overloaded', (_, answer) => answer.writeHead(503, XML).end(error('SlowDown')), 'SlowDown'],
    ['fails without a word', (_, answer) => answer.writeHead(500).end(), '500'],
    ['refuses', (_, answer) => answer.writeHead(403, XML).end(error('AccessDenied')), 'AccessDenied'],
    ['is another web server', (_, answer) => answer.writeHead(404, { 'content-type': 'text/html' }).end('?'), '404'],
    ['fails within a 200', (_, answer) => answer.writeHead(200, XML).end(error('InternalError')), 'InternalError'],
    ['hangs up', (request) => request.socket.destroy(), 'UND_ERR_SOCKET|ECONNRESET'],
  ])('whose service %s is unavailable', async (_, listener, reason) => {
    const store = await faulty(listener);
    for (const work of [() => store.get(NAME), () => store.put(NAME, large), () => store.delete(NAME)])
      await expect(work()).rejects.toMatchObject({ reason: expect.stringMatching(new RegExp(`^(${reason})`)) });
  });

  test('that names a missing file when it is to be deleted has deleted it; a missing bucket has not', async () => {
    const answering = (code: string) =>
      faulty((_, answer) => void answer.writeHead(404, XML).end(error(code))).then((store) => store.delete(NAME));
    expect(await answering('NoSuchKey')).toBeUndefined();
    await expect(answering('NoSuchBucket')).rejects.toMatchObject({ reason: 'NoSuchBucket' });
  });

  const SHORT_MS = 100;
  test('whose service says nothing is not waited for', async () => {
    const store = await faulty(() => undefined, SHORT_MS);
    for (const work of [() => store.get(NAME), () => store.put(NAME, large), () => store.delete(NAME)])
      await expect(work()).rejects.toMatchObject({ reason: 'TimeoutError' });
  });

  test('is asked by its key and region, at an address without them', async () => {
    let asked = '';
    const store = await faulty(({ url, headers }, answer) => {
      asked = `${url} ${headers.authorization}`;
      answer.end();
    });
    await store.put(NAME, large);
    expect(asked).toMatch(
      /^\/pictures\/photos\/one-640\.webp AWS4-HMAC-SHA256 Credential=me\/\d{8}\/eu-1\/s3\/aws4_request, /,
    );
    expect(asked).not.toContain('secret');
  });

  test('that is overloaded for a moment is asked again', async () => {
    let asked = 0;
    const store = await faulty((_, answer) => {
      asked += 1;
      if (asked % 2 === 1) answer.writeHead(503, XML).end(error('SlowDown'));
      else answer.writeHead(200, { 'content-type': 'image/webp', 'content-length': 2 }).end('ab');
    });
    await store.put(NAME, large);
    expect([Buffer.from((await read(store, NAME)) ?? []).toString(), asked]).toEqual(['ab', 4]);
  });

  const HALF = { 'content-type': 'image/webp', 'content-length': 100 };
  test.each<[string, RequestListener, number?]>([
    ['ends early', (_, answer) => void answer.writeHead(200, HALF).write('half', () => answer.destroy())],
    ['does not go on', (_, answer) => void answer.writeHead(200, HALF).write('half'), SHORT_MS],
  ])('whose body %s gives no file', async (_, listener, timeoutMs) => {
    const store = await faulty(listener, timeoutMs);
    await expect(read(store, NAME)).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
