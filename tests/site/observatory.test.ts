// What MDN's HTTP Observatory says of the exports behind the generated files of nginx, with TLS.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#scripts/testing/free-port';
import { requireProgram } from '#scripts/testing/has-program';
import { loadSites } from '#site/load';
import { serveExports } from '../support/exports-in-nginx.ts';

const sites = loadSites(process.cwd());
requireProgram('nginx');

test('F4: every brand passes all rules of MDN’s HTTP Observatory, with a score of 130 or more', async () => {
  const server = await serveExports(sites, await freePort());
  onTestFinished(() => server.stop());
  const domains = sites.map(({ siteSettings: { domain } }) => domain);
  const program = join(process.cwd(), 'tests/support/observatory.ts');
  const ports = [String(server.ports.http), String(server.ports.https)];
  const env = { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: join(server.folder, 'cert.pem') };
  const scanner = spawn(process.execPath, [program, ...ports, ...domains], { env });
  let said = '';
  scanner.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  scanner.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect(await new Promise((resolve) => scanner.once('close', resolve)), said).toBe(0);
  const found = JSON.parse(said) as Record<string, { score: number; failed: string[] }>;
  expect(Object.keys(found)).toEqual(domains);
  for (const [domain, { score, failed }] of Object.entries(found)) {
    expect(failed, domain).toEqual([]);
    expect(score, domain).toBeGreaterThanOrEqual(130);
  }
});
