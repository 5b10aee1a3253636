// The HTTP server itself: how long a request may take to arrive, and what happens to a body that is not read.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { MAX_BODY_BYTES } from '#domain/limits';

export interface RequestTimeouts {
  /** Milliseconds until all headers, and until the whole request, have arrived. No body is larger than 64 kB, so this is a least rate, too. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How often connections are looked at. */
  readonly checkIntervalMs: number;
}

const DEFAULT_TIMEOUTS: RequestTimeouts = { headersMs: 10_000, requestMs: 15_000, checkIntervalMs: 1000 };
/** How long a connection that is being closed may still read its answer. */
const CLOSE_DELAY_MS = 500;

export function openHttpServer(listener: RequestListener, timeouts: RequestTimeouts = DEFAULT_TIMEOUTS): Server {
  const options = { connectionsCheckingInterval: timeouts.checkIntervalMs };
  const server = createServer(options, (request, response) => {
    response.once('finish', () => stopReading(request, response));
    listener(request, response);
  });
  server.headersTimeout = timeouts.headersMs;
  server.requestTimeout = timeouts.requestMs;
  server.keepAliveTimeout = 65_000;
  return server;
}

/** Node reads what is left of an answered request's body, however long; beyond a small one that costs more than a new connection. */
function stopReading(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  if (request.complete || socket.destroyed) return;
  if (Number(request.headers['content-length'] ?? Infinity) <= MAX_BODY_BYTES) return void request.resume();
  response.shouldKeepAlive = false;
  request.pause();
  socket.pause();
  socket.end();
  setTimeout(() => socket.destroy(), CLOSE_DELAY_MS).unref();
}
