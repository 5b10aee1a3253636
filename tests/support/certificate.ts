// A certificate for a server of a test, which needs the program openssl.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Writes `key.pem` and `cert.pem` into the folder. */
export function makeCertificate(folder: string, name: string): void {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-subj', `/CN=${name}`, '-days', '2'];
  const { status, stderr, error } = spawnSync('openssl', ['req', '-x509', '-nodes', ...kind, ...files], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The program openssl made no certificate: ${error?.message ?? stderr}`);
}
