// Handles several session cookies in one request: chooses one, and clears those set elsewhere.
import { isIP } from 'node:net';
import { SESSION } from '#domain/limits';
import type { Services } from '../services.ts';
import { effectiveSession } from '../auth/sessions.ts';
import type { RequestInfo } from './request-info.ts';
import { sessionPermit } from './caller-limits.ts';

/** Looks up which cookie to use when there are several. A single one is checked by the call itself. */
export async function chooseSessionCookie(services: Services, request: RequestInfo): Promise<void> {
  const hashes = request.sessionHashes();
  const [first] = hashes;
  if (!first || hashes.length < 2) return;
  const { id: tenant } = request.site;
  const permit = await sessionPermit(services, request, first);
  try {
    const chosen = await services.database
      .inTenant(tenant, (db) => effectiveSession(db, tenant, hashes, services.now()))
      .catch((error: unknown) => {
        permit.refund();
        throw error;
      });
    request.chooseSession(chosen);
    if (chosen) permit.refund();
  } finally {
    permit.release();
  }
}

/**
 * Clears session cookies of other paths and domains. Ours has path `/` and no domain, and is kept. Only for the path of
 * a call: any other one is typed by the caller.
 */
export function clearOtherSessionCookies(request: RequestInfo, response: Response): void {
  if (request.sessionHashes().length < 2) return;
  for (const scope of otherScopes(new URL(request.origin).hostname, request.c.req.path))
    response.headers.append('set-cookie', `${SESSION.cookie}=; ${scope}; Max-Age=0; SameSite=Lax; HttpOnly`);
}

/** Other scopes of a cookie sent to this address: deeper paths, and this domain or a parent. */
function otherScopes(host: string, path: string): readonly string[] {
  const paths = ['/', '/api', '/api/', path];
  const hostOnly = paths.slice(1).map((each) => `Path=${each}`);
  return [...hostOnly, ...domainsOf(host).flatMap((domain) => paths.map((each) => `Path=${each}; Domain=${domain}`))];
}

/** The host and its parent domains, without the top-level domain, for which browsers accept no cookies. */
function domainsOf(host: string): readonly string[] {
  if (isIP(host.replace(/^\[|\]$/g, ''))) return [];
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
