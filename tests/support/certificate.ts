// A certificate for a server of a test, which needs the program openssl.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Writes `key.pem` and `cert.pem` into the folder; `hosts` are for clients that trust it. */
export function makeCertificate(folder: string, name: string, hosts: readonly string[] = []): void {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-subj', `/CN=${name}`, '-days', '2'];
  const names = hosts.length > 0 ? ['-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join()}`] : [];
  const { status, stderr, error } = spawnSync('openssl', ['req', '-x509', '-nodes', ...kind, ...names, ...files], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The program openssl made no certificate: ${error?.message ?? stderr}`);
}
