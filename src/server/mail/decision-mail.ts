// What the mails about decisions share: their job's data, who gets them, and the link of the appeal.
import * as z from 'zod/mini';
import { momentText } from '#site/formats';
import { appealEnd, type AppealRight, appealToken } from '../auth/appeal-token.ts';
import { pageUrl } from '../http/site-origins.ts';
import { type Services, siteOfTenant } from '../services.ts';
import { clockOf } from './clock.ts';

export const decisionJob = z.strictObject({ tenant: z.int(), decision: z.uuid() });
type DecisionJob = z.infer<typeof decisionJob>;

/** The decision with the member it is about; null when one of them is gone. */
export const readDecision = async ({ database }: Services, { tenant, decision }: DecisionJob) =>
  (await database.inTenant(tenant, (db) =>
    db
      .selectFrom('moderation as m')
      .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'm.tenant').onRef('a.id', '=', 'm.account'))
      .leftJoin('report as r', (join) => join.onRef('r.tenant', '=', 'm.tenant').onRef('r.id', '=', 'm.report'))
      .select([
        'm.action',
        'm.reason',
        'm.until',
        'm.facts',
        'm.at',
        'a.id as account',
        'a.email',
        'a.language',
        'r.about',
      ])
      .where('m.tenant', '=', tenant)
      .where('m.id', '=', decision)
      .executeTakeFirst(),
  )) ?? null;

/** Who may appeal, and when the decision was made. */
interface Reader {
  readonly tenant: number;
  readonly account: string;
  readonly language: string;
  readonly at: Date;
}

/** The page that takes the appeal, and until when it does. */
export async function appealLink(
  services: Services,
  { tenant, account, at, language, ...right }: AppealRight & Reader,
): Promise<{ link: string; until: string }> {
  const site = siteOfTenant(services, tenant);
  const token = await services.database.inTenant(tenant, (db) => appealToken(db, tenant, right));
  const { tag, zone } = await clockOf(services, { tenant, account, language });
  return {
    link: `${pageUrl(services, site, 'appeal', language)}?token=${token}`,
    until: momentText(tag, appealEnd(at), zone),
  };
}
