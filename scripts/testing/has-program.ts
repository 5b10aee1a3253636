// Whether a program is installed, also one for administrators only.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const hasProgram = (name: string): boolean =>
  spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${name}`]).status === 0;

/** Throws a sentence that says what to do. */
export function requireProgram(name: string): void {
  if (!hasProgram(name))
    throw new Error(`These tests need ${name}: install it (apt-get install ${name}), then run them again.`);
}

/** The module of nginx that README.md names; Debian has it since version 12. */
export const BROTLI_MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
export const hasBrotli = (): boolean => existsSync(BROTLI_MODULE);
