// Hands out a member's data export to the member's own session, and to no one else.
import { exportPath } from '#contract/settings';
import { findSession } from '../auth/sessions.ts';
import { limitDeadSession } from '../http/caller-limits.ts';
import { chooseSessionCookie } from '../http/duplicate-sessions.ts';
import { answerRawCall } from '../http/raw-call.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Services } from '../services.ts';

export const isExportFile = (path: string): boolean => path === exportPath;

export const answerExportFile = (services: Services, request: RequestInfo): Promise<Response> =>
  answerRawCall(services, request, 'settings.export_file', () => handle(services, request));

async function handle(services: Services, request: RequestInfo): Promise<Response> {
  if (request.c.req.method !== 'GET') throw new Refusal('method_not_allowed');
  await chooseSessionCookie(services, request);
  const cookieHash = request.cookieHash();
  const file = await limitDeadSession(services, request, cookieHash, () => readFile(services, request, cookieHash));
  const name = `${request.site.siteSettings.mail_name.replace(/[^\w-]+/g, '-')}-data.zip`;
  return new Response(new Uint8Array(file), {
    headers: {
      'Content-Type': 'application/zip',
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

async function readFile(
  { database, now }: Services,
  { site: { id: tenant } }: RequestInfo,
  cookieHash: Uint8Array | null,
): Promise<Uint8Array> {
  return database.inTenant(tenant, async (db) => {
    const caller = cookieHash && (await findSession(db, tenant, cookieHash, now()));
    if (!caller) throw new Refusal('authentication_required');
    const row = await db
      .selectFrom('data_export')
      .select('file')
      .where('tenant', '=', tenant)
      .where('account', '=', caller.viewer.id)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    if (!row?.file) throw new Refusal('not_found');
    return row.file;
  });
}
