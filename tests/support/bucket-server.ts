// A service of buckets on this machine, in a folder of its own.
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export interface BucketServer {
  /** What `FILES_URL` is for the bucket. */
  readonly url: string;
  /** The names of its files. */
  names(): string[];
  close(): Promise<void>;
}

const ENDING = '._S3rver_object';

export async function startBucketServer(): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), 'matchloom-bucket-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false },
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/pictures`,
    names: () =>
      readdirSync(join(directory, 'pictures'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(ENDING))
        .map((name) => name.slice(0, -ENDING.length))
        .toSorted(),
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
