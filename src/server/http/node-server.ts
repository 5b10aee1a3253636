// The HTTP server: timeouts for incoming requests, and handling of unread bodies.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { MAX_BODY_BYTES } from '#domain/limits';

export interface RequestTimeouts {
  /** Milliseconds until all headers must have arrived. */
  readonly headersMs: number;
  /** Milliseconds until a whole request must have arrived. Its body is at most 64 kB, so this also sets a minimum rate. */
  readonly requestMs: number;
  /**
   * The same for a request that announces a larger body. It is far away: a slow phone needs minutes, and who reads an upload
   * ends one that does not move.
   */
  readonly uploadMs: number;
  /** Interval of the connection check in milliseconds. */
  readonly checkIntervalMs: number;
}

const DEFAULT_TIMEOUTS: RequestTimeouts = {
  headersMs: 10_000,
  requestMs: 15_000,
  uploadMs: 1_800_000,
  checkIntervalMs: 1000,
};
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';
/** Milliseconds a closing connection may take to read its response. */
const CLOSE_DELAY_MS = 500;

export function openHttpServer(listener: RequestListener, timeouts: RequestTimeouts = DEFAULT_TIMEOUTS): Server {
  const options = { connectionsCheckingInterval: timeouts.checkIntervalMs };
  const server = createServer(options, (request, response) => {
    response.once('finish', () => stopReading(request, response));
    if (hasSmallBody(request)) endWhenSlow(request, response, timeouts.requestMs);
    listener(request, response);
  });
  server.headersTimeout = timeouts.headersMs;
  server.requestTimeout = timeouts.uploadMs;
  server.keepAliveTimeout = 65_000;
  return server;
}

const announced = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** One of unknown length counts as small: browsers announce what they upload. */
const hasSmallBody = (request: IncomingMessage): boolean =>
  (announced(request) > 0 || request.headers['transfer-encoding'] !== undefined) &&
  announced(request) <= MAX_BODY_BYTES;

/** Node has one limit for all requests of a server. */
function endWhenSlow(request: IncomingMessage, response: ServerResponse, ms: number): void {
  const { socket } = request;
  const timer = setTimeout(() => {
    if (request.complete || socket.destroyed) return;
    if (!response.headersSent) socket.write(TOO_SLOW);
    socket.destroy();
  }, ms);
  response.once('close', () => clearTimeout(timer));
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
