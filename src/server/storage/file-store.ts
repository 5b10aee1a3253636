// What every store of files can do, and the error of one that does not answer.

/** Files by name, outside of the database. Every method throws {@link StorageUnavailable} when the store fails. */
export interface FileStore {
  /** Replaces a file that has the name already. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is none. `known` is the ETag that the caller has. */
  get(name: string, known?: string | null): Promise<StoredFile | null>;
  /** A missing file is no error. */
  delete(name: string): Promise<void>;
  /** Where an operator finds it: a path, or an address without a key. */
  locate(name: string): string;
}

export interface StoredFile {
  readonly etag: string;
  /** Null when the caller has it, by its ETag. */
  readonly content: FileContent | null;
}

export interface FileContent {
  /** In bytes. */
  readonly size: number;
  /** Has to be read to its end, or cancelled. It fails when the file does not come whole. */
  readonly stream: ReadableStream<Uint8Array>;
}

/** The store does not answer, or refuses: a retry may succeed, and what is asked for may well be there. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  /** The code of the store or of the system, such as `NoSuchBucket` or `ENOSPC`. */
  readonly reason: string;
  constructor(action: string, reason: string) {
    super(`The store of files failed to ${action}: ${reason}`);
    this.reason = reason;
  }
}

/** The whole content. */
export async function bytesOf({ size, stream }: FileContent): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of stream) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
