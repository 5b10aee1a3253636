// Several session cookies of one name: chooses the one that counts, and has the browser drop those that we did not set.
import { isIP } from 'node:net';
import { SESSION } from '#domain/limits';
import type { Services } from '../services.ts';
import { effectiveSession } from '../auth/sessions.ts';
import type { RequestInfo } from './request-info.ts';
import { sessionDeposit } from './caller-limits.ts';

/** Asks the database which one counts when several came; of one alone its own call finds out. */
export async function chooseSessionCookie(services: Services, request: RequestInfo): Promise<void> {
  const hashes = request.sessionHashes();
  if (hashes.length < 2) return;
  const { id: tenant } = request.site;
  const deposit = sessionDeposit(services, request);
  const chosen = await services.database
    .inTenant(tenant, (db) => effectiveSession(db, tenant, hashes, services.now()))
    .catch((error: unknown) => {
      deposit.refund();
      throw error;
    });
  request.chooseSession(chosen);
  if (chosen) deposit.refund();
}

/**
 * Clears the session cookies that other paths and domains set. Ours has the path `/` and no domain, and stays: after this answer it is the
 * only one that the browser sends.
 */
export function clearOtherSessionCookies(request: RequestInfo, response: Response): void {
  if (request.sessionHashes().length < 2) return;
  for (const scope of otherScopes(new URL(request.origin).hostname, request.c.req.path))
    response.headers.append('set-cookie', `${SESSION.cookie}=; ${scope}; Max-Age=0; SameSite=Lax; HttpOnly`);
}

/** Where else a cookie that reaches this address can be set: below `/`, and by the domain or one above it. */
function otherScopes(host: string, path: string): readonly string[] {
  const paths = ['/', '/api', '/api/', path];
  const hostOnly = paths.slice(1).map((each) => `Path=${each}`);
  return [...hostOnly, ...domainsOf(host).flatMap((domain) => paths.map((each) => `Path=${each}; Domain=${domain}`))];
}

/** The host and the domains above it, but for the last label, for which no browser takes cookies. */
function domainsOf(host: string): readonly string[] {
  if (isIP(host.replace(/^\[|\]$/g, ''))) return [];
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
