// Writes a file atomically: readers see all of it or none.
import { renameSync, writeFileSync } from 'node:fs';

/** Neither an interrupted build nor a concurrent one leaves a partial file. */
export function writeAtomically(file: string, content: string | Buffer): void {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, content);
  renameSync(part, file);
}
