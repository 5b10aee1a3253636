// Whether a program is installed, also one for administrators only.
import { spawnSync } from 'node:child_process';

export const hasProgram = (name: string): boolean =>
  spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${name}`]).status === 0;

/** Throws a sentence that says what to do. */
export function requireProgram(name: string): void {
  if (!hasProgram(name))
    throw new Error(`These tests need ${name}: install it (apt-get install ${name}), then run them again.`);
}
