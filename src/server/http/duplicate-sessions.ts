// Several session cookies of one name: chooses the one that counts, and has the browser drop those that we did not set.
import { isIP } from 'node:net';
import { SESSION } from '#domain/limits';
import type { Services } from '../services.ts';
import { countingSession } from '../auth/sessions.ts';
import type { RequestInfo } from './request-info.ts';
import { sessionDeposit } from './caller-limits.ts';

/** Asks the database which one counts when several came; of one alone its own call finds out. */
export async function chooseSessionCookie(services: Services, visit: RequestInfo): Promise<void> {
  const hashes = visit.sessionHashes();
  if (hashes.length < 2) return;
  const { id: tenant } = visit.site;
  const deposit = sessionDeposit(services, visit);
  const chosen = await services.database
    .inTenant(tenant, (db) => countingSession(db, tenant, hashes, services.now()))
    .catch((error: unknown) => {
      deposit.giveBack();
      throw error;
    });
  visit.chooseSession(chosen);
  if (chosen) deposit.giveBack();
}

/**
 * Clears the session cookies that other paths and domains set. Ours has the path `/` and no domain, and stays: after this answer it is the
 * only one that the browser sends.
 */
export function clearOtherSessionCookies(visit: RequestInfo, response: Response): void {
  if (visit.sessionHashes().length < 2) return;
  for (const place of otherPlaces(new URL(visit.origin).hostname, visit.c.req.path))
    response.headers.append('set-cookie', `${SESSION.cookie}=; ${place}; Max-Age=0; SameSite=Lax; HttpOnly`);
}

/** Where else a cookie that reaches this address can be set: below `/`, and by the domain or one above it. */
function otherPlaces(host: string, path: string): readonly string[] {
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
