// The HTTP server: timeouts for incoming requests, and handling of unread bodies.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { MAX_BODY_BYTES } from '#domain/limits';

export interface RequestTimeouts {
  /**
   * Milliseconds until all headers, and the whole request, must have arrived. Bodies are at most 64 kB, so this also
   * sets a minimum rate.
   */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Interval of the connection check in milliseconds. */
  readonly checkIntervalMs: number;
}

const DEFAULT_TIMEOUTS: RequestTimeouts = { headersMs: 10_000, requestMs: 15_000, checkIntervalMs: 1000 };
/** Milliseconds a closing connection may take to read its response. */
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

/** Node reads the rest of an answered request's body. Above a small size that costs more than a new connection. */
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
