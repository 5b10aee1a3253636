// Handlers of contract/appeals: an appeal by the token of the mailed link.
import type { appeals } from '#contract/appeals';
import { appealEnd, type AppealRight, appealRightOf } from '../../auth/appeal-token.ts';
import type { Ctx, Handlers } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { refuseUnreadable } from '../../http/refuse-unreadable.ts';
import { appealMail, appealReceipt } from '../../mail/appeal.ts';
import type { Services } from '../../services.ts';

export function appealsHandlers(services: Services): Handlers<typeof appeals> {
  return {
    send: async (ctx, { token, text }) => {
      refuseUnreadable(ctx, { text });
      await store(services, ctx, token, text);
      return { received: true };
    },
  };
}

async function store(
  services: Services,
  ctx: Ctx<'appeal_over' | 'appeal_sent'>,
  token: string,
  text: string,
): Promise<void> {
  const { db, tenant } = ctx;
  const right = await appealRightOf(db, tenant, token);
  const found = right && (await appellantOf(db, tenant, right));
  const now = ctx.now();
  if (!right || !found?.account || appealEnd(found.at) <= now) throw ctx.refuse('appeal_over');
  const id = crypto.randomUUID();
  const added = await db
    .insertInto('appeal')
    .values({ tenant, id, ...right, account: found.account, text, at: now })
    .onConflict((conflict) => conflict.columns(['tenant', 'decision', 'side']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw ctx.refuse('appeal_sent');
  await services.queue.add(db, appealMail, { tenant, appeal: id });
  await services.queue.add(db, appealReceipt, { tenant, appeal: id });
}

/** The decision's member, or who reported them. */
const appellantOf = (db: Db, tenant: number, { decision, side }: AppealRight) =>
  db
    .selectFrom('moderation as m')
    .leftJoin('report as r', (join) => join.onRef('r.tenant', '=', 'm.tenant').onRef('r.id', '=', 'm.report'))
    .select(['m.at', side === 'member' ? 'm.account' : 'r.reporter as account'])
    .where('m.tenant', '=', tenant)
    .where('m.id', '=', decision)
    .executeTakeFirst();
