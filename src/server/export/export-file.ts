// Hands out a member's data export to the member's own session, and to no one else.
import { exportPath } from '#contract/settings';
import { answerOwnFile } from '../http/own-file.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Services } from '../services.ts';

export const isExportFile = (path: string): boolean => path === exportPath;

export const answerExportFile = (services: Services, request: RequestInfo): Promise<Response> =>
  answerOwnFile(services, request, 'settings.export_file', async (db, { id: account }) => {
    const { id: tenant, siteSettings } = request.site;
    const row = await db
      .selectFrom('data_export')
      .select('file')
      .where('tenant', '=', tenant)
      .where('account', '=', account)
      .where('expires_at', '>', services.now())
      .executeTakeFirst();
    const bytes = row?.file;
    if (!bytes) throw new Refusal('not_found');
    const name = `${siteSettings.mail_name.replace(/[^\w-]+/g, '-')}-data.zip`;
    return () => ({ name, type: 'application/zip', bytes });
  });
