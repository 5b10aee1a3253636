// Writes a file atomically: readers see all of it or none.
import { renameSync, writeFileSync } from 'node:fs';

/** Neither an interrupted build nor a concurrent one leaves a partial file, also in another thread of this process. */
export function writeAtomically(file: string, content: string | Buffer): void {
  const part = `${file}.${crypto.randomUUID()}.part`;
  writeFileSync(part, content);
  renameSync(part, file);
}
