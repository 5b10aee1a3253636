// Abnormal requests: unread bodies, and bodies and headers that trickle.
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type RequestTimeouts, openHttpServer } from '#server/http/node-server';
import { eventually } from '../support/eventually.ts';

const answer: RequestListener = (_request, response) => void response.end('answered');

async function open(listener = answer, limits?: RequestTimeouts): Promise<{ socket: Socket; heard(): string }> {
  const server = openHttpServer(listener, limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk))).on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { socket, heard: () => text };
}
const MEGABYTE = 1024 * 1024;

/** Sends until the other side closes, at most `most` bytes; answers the number sent. */
function flood(socket: Socket, chunk: string, most: number): Promise<number> {
  return new Promise((resolve) => {
    let sent = 0;
    const done = (): void => resolve(sent);
    socket.on('close', done);
    const send = (): void => {
      if (sent >= most) return done();
      sent += chunk.length;
      if (socket.writable) socket.write(chunk, (error) => (error ? done() : send()));
    };
    send();
  });
}

test.each([
  ['an announced body', `Content-Length: ${1000 * MEGABYTE}`, 'x'.repeat(65_536)],
  ['a body of no length', 'Transfer-Encoding: chunked', `10000\r\n${'x'.repeat(65_536)}\r\n`],
])('a GET or HEAD with %s is answered, and its body is not read', async (_, header, chunk) => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    const { socket, heard } = await open();
    socket.write(`${method} / HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
    expect(await flood(socket, chunk, 64 * MEGABYTE)).toBeLessThan(16 * MEGABYTE);
    expect([method, heard()]).toEqual([method, expect.stringMatching(/^HTTP\/1\.1 200 OK/)]);
  }
});

test('a small unread body leaves the connection open for the next request', async () => {
  const { socket, heard } = await open();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n');
  await eventually(() => expect(heard()).toContain('answered'));
  socket.write(`${'x'.repeat(60_000)}GET / HTTP/1.1\r\nHost: x\r\n\r\n`);
  await eventually(() => expect(heard().split('answered')).toHaveLength(3));
});

const SHORT_TIMEOUTS = { headersMs: 200, requestMs: 300, uploadMs: 60_000, checkIntervalMs: 50 };
test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx'],
])('%s too slow to arrive in time: the connection is closed', async (_, text) => {
  const { socket, heard } = await open(
    (request, response) => void request.resume().on('end', () => response.end()),
    SHORT_TIMEOUTS,
  );
  let isClosed = false;
  socket.on('close', () => (isClosed = true));
  socket.write(text);
  await eventually(() => expect(isClosed).toBe(true));
  expect(heard()).toMatch(/^HTTP\/1\.1 408/);
});

test('PR4: a photo that takes longer than other requests, but goes on, arrives', async () => {
  const { socket, heard } = await open(
    (request, response) => void request.resume().on('end', () => response.end('answered')),
    // Its headers may come late, as on a busy machine.
    { ...SHORT_TIMEOUTS, headersMs: 60_000 },
  );
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 80000\r\n\r\n');
  for (let part = 0; part < 8; part += 1) {
    await pause(100);
    socket.write('x'.repeat(10_000));
  }
  await eventually(() => expect(heard()).toMatch(/^HTTP\/1\.1 200 OK[^]*answered/));
});

test('a body of unknown length has the time of a small one', async () => {
  const { socket, heard } = await open(
    (request, response) => void request.resume().on('end', () => response.end()),
    SHORT_TIMEOUTS,
  );
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n');
  await eventually(() => expect(heard()).toMatch(/^HTTP\/1\.1 408/));
});

test('by default headers have ten seconds to arrive, a small request fifteen, and an upload half an hour', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const server = openHttpServer(answer);
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 1_800_000]);
  const socket = new PassThrough();
  const request = Object.assign(new PassThrough(), { headers: { 'content-length': '100' }, complete: false, socket });
  const response = Object.assign(new PassThrough(), { headersSent: true });
  server.emit('request', request, response);
  vi.advanceTimersByTime(14_999);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(socket.destroyed).toBe(true);
});
