// Whether a program is installed, also one for administrators only.
import { spawnSync } from 'node:child_process';

export const hasProgram = (name: string): boolean =>
  spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${name}`]).status === 0;
