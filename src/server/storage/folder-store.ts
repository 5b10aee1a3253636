// Files in a folder of this machine.
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type FileStore, StorageUnavailable, type StoredFile } from './file-store.ts';

/** Made with the first file. */
export function folderStore(folder: string): FileStore {
  const locate = (name: string): string => join(folder, name);
  return {
    put: (name, bytes) =>
      trying('write', async () => {
        await mkdir(dirname(locate(name)), { recursive: true });
        await replace(locate(name), bytes);
      }),
    get: (name, known = null) => trying('read', () => read(locate(name), known)),
    delete: (name) => trying('delete', () => rm(locate(name), { force: true })),
    locate,
  };
}

/** Whole or not at all: a file that is written again, such as a record, is not lost when the process ends meanwhile. */
async function replace(path: string, bytes: Uint8Array): Promise<void> {
  const part = `${path}.${crypto.randomUUID()}.part`;
  try {
    await writeFile(part, bytes);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function read(path: string, known: string | null): Promise<StoredFile | null> {
  const file = await open(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  try {
    const { size, mtimeMs } = await file.stat();
    const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
    if (known === etag) {
      await file.close();
      return { etag, content: null };
    }
    // Closes the file at its end, and when it is cancelled.
    const stream = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>;
    return { etag, content: { size, stream } };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function trying<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageUnavailable(action, codeOf(error));
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
