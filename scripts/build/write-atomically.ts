// Writes a file that is there whole or not at all.
import { renameSync, writeFileSync } from 'node:fs';

/** A build that is ended in between leaves no half file, nor does another that makes the same one. */
export function writeAtomically(file: string, content: string | Buffer): void {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, content);
  renameSync(part, file);
}
