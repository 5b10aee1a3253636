// A service of buckets on this machine, in a folder of its own, which fails when a test wants it to.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

type Method = 'PUT' | 'GET' | 'DELETE';

export interface BucketServer {
  /** What `FILES_URL` is for the bucket. */
  readonly url: string;
  /** The names of its files. */
  names(): string[];
  /** Deletes them all. */
  empty(): void;
  /** Answers calls of these methods with 503 from now on. */
  fail(...methods: Method[]): void;
  close(): Promise<void>;
}

const BUCKET = 'pictures';
const ENDING = '._S3rver_object';

export async function startBucketServer(): Promise<BucketServer> {
  const directory = mkdtempSync(join(tmpdir(), 'matchloom-bucket-'));
  const service = new S3rver({
    ...{ silent: true, directory, vhostBuckets: false },
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  await service.configureBuckets();
  const answer = service.callback();
  let failing: readonly string[] = [];
  const server = createServer((request, response) => {
    if (failing.includes(request.method ?? '')) response.writeHead(503).end();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${(server.address() as AddressInfo).port}/${BUCKET}`,
    names: () =>
      readdirSync(join(directory, BUCKET), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(ENDING))
        .map((name) => name.slice(0, -ENDING.length))
        .toSorted(),
    empty() {
      for (const file of readdirSync(join(directory, BUCKET)))
        rmSync(join(directory, BUCKET, file), { recursive: true });
    },
    fail: (...methods) => void (failing = methods),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
