// Hands out files to the session of the member whose they are, and to no one else.
import type { Db } from '../db/index.ts';
import { findSession, type Viewer } from '../auth/sessions.ts';
import type { Services } from '../services.ts';
import { limitDeadSession, takeOrRefuse } from './caller-limits.ts';
import { chooseSessionCookie } from './duplicate-sessions.ts';
import { answerRawCall } from './raw-call.ts';
import { Refusal } from './refusal.ts';
import type { RequestInfo } from './request-info.ts';

/** Files per account and route: each is made anew. */
const FILES_PER_MINUTE = 60;

export interface OwnFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Reads what the file is made of, in a transaction; the file is made after it. Throws a Refusal when there is none. */
type Read = (db: Db, viewer: Viewer) => Promise<() => OwnFile | Promise<OwnFile>>;

export const answerOwnFile = (services: Services, request: RequestInfo, route: string, read: Read): Promise<Response> =>
  answerRawCall(services, request, route, () => handle(services, request, route, read));

async function handle(services: Services, request: RequestInfo, route: string, read: Read): Promise<Response> {
  if (request.c.req.method !== 'GET') throw new Refusal('method_not_allowed');
  await chooseSessionCookie(services, request);
  const cookieHash = request.cookieHash();
  const makeFile = await limitDeadSession(services, request, cookieHash, () =>
    readAs(services, request, cookieHash, async (db, viewer) => {
      takeOrRefuse(services.limiter, `${request.site.id}|${viewer.id}|${route}`, FILES_PER_MINUTE);
      return read(db, viewer);
    }),
  );
  const { name, type, bytes } = await makeFile();
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'same-origin',
      'X-Request-Id': request.requestId,
    },
  });
}

const readAs = (
  { database, now }: Services,
  { site: { id: tenant } }: RequestInfo,
  cookieHash: Uint8Array | null,
  read: Read,
): ReturnType<Read> =>
  database.inTenant(tenant, async (db) => {
    const caller = cookieHash && (await findSession(db, tenant, cookieHash, now()));
    if (!caller) throw new Refusal('authentication_required');
    return read(db, caller.viewer);
  });
