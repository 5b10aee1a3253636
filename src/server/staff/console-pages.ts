// Serves the console: one page for all of its addresses, and the files it needs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { STAFF } from '#domain/staff';
import type { Config } from '../config/index.ts';
import { addressOf, type AppContext } from '../http/request-info.ts';
import { serveFile } from '../static/answer.ts';
import { type HostingHeaders, listFolder, type StaticFile } from '../static/files.ts';
import { mayReachConsole } from './doors.ts';

/** The answer to a request for the console; null when it asks for something else, or may not reach it. */
export type ConsolePages = (c: AppContext, host: string) => Promise<Response> | null;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  // A reported recording.
  'media-src data:',
  "require-trusted-types-for 'script'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

const HEADERS: HostingHeaders = {
  security: {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  },
  policies: { members: POLICY, public: POLICY, pages: {} },
};

const HOME = STAFF.path.slice(0, -1);

export function openConsole(dist: string, config: Config): ConsolePages {
  const folder = join(dist, 'console');
  const list = (): ReadonlyMap<string, StaticFile> => (existsSync(folder) ? listFolder(folder) : new Map());
  // Outside of production `npm start` builds the console while it serves.
  const listed = config.mode === 'production' ? list() : null;
  return (c, host) => {
    const { path } = c.req;
    const isOnStaffHost = config.staffHost !== null && mayReachConsole(config, host, addressOf(c, config));
    if (path === '/' && isOnStaffHost) return Promise.resolve(redirect());
    if (path !== HOME && !path.startsWith(STAFF.path)) return null;
    if (!mayReachConsole(config, host, addressOf(c, config))) return null;
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return Promise.resolve(new Response(null, { status: 405 }));
    if (path === HOME) return Promise.resolve(redirect());
    const isFile = path.startsWith(`${STAFF.path}assets/`);
    const file = (listed ?? list()).get(isFile ? path.slice(HOME.length) : '/index.html');
    if (!file) return Promise.resolve(new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } }));
    return serveFile(c.req.raw, file, HEADERS);
  };
}

const redirect = (): Response =>
  new Response(null, { status: 302, headers: { Location: STAFF.path, 'Cache-Control': 'no-store' } });
