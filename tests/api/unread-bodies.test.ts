// A running server reads no more of a body than it needs, whether it accepts or refuses the request.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portOf, startProcess, type Process } from '../support/processes.ts';
import { siteAt } from '../support/server.ts';

const MEGABYTE = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'matchloom-test-'));
let server: Process | null = null;
let port = 0;
beforeAll(async () => {
  server = startProcess({ DATA_DIR: folder, NODE_ENV: 'test', NICHES: siteAt(0).folder });
  port = await portOf(server);
});
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * Sends a request and then its body until the server closes the connection; answers the response and the bytes sent.
 */
function flood(head: string, most: number): Promise<{ status: string; sent: number }> {
  const socket = connect(port, '127.0.0.1');
  const host = `${siteAt(0).folder}.localhost`;
  let heard = '';
  let sent = 0;
  return new Promise((resolve) => {
    const done = (): void => resolve({ status: heard.split(' ')[1] ?? '', sent });
    socket
      .on('data', (chunk) => (heard += String(chunk)))
      .on('error', () => undefined)
      .on('close', done);
    socket.write(`${head}\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\n\r\n`);
    const chunk = 'x'.repeat(65_536);
    const send = (): void => {
      if (sent >= most || !socket.writable) return void socket.end();
      sent += chunk.length;
      socket.write(chunk, () => send());
    };
    send();
  });
}

test.each([
  ['200', 'GET /api/settings.php HTTP/1.1'],
  ['404', 'GET /nowhere HTTP/1.1'],
  ['404', 'POST /api/none.php HTTP/1.1'],
  ['413', 'POST /api/user.php HTTP/1.1\r\nContent-Type: application/json'],
])('I3: answered %s, a request closes before its gigabyte is read: %s', async (status, line) => {
  const { status: got, sent } = await flood(`${line}\r\nContent-Length: ${1000 * MEGABYTE}`, 200 * MEGABYTE);
  expect(got).toBe(status);
  expect(sent).toBeLessThan(64 * MEGABYTE);
});

test('I3: a call whose body fits is answered over one connection many times', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`http://127.0.0.1:${port}/api/logout.php`, { method: 'POST', body: 'x'.repeat(60_000) }).then(
        ({ status }) => status,
      ),
    ),
  );
  expect(new Set(answers)).toEqual(new Set([421]));
});
