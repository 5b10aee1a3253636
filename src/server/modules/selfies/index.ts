// Handlers of contract/selfies: where one's main photo stands, sending a selfie, and taking it back.
import type { OwnSelfie, selfies } from '#contract/selfies';
import type { Ctx, Handlers } from '../../context.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { photoCleanup } from '../../media/stray-photos.ts';
import type { Services } from '../../services.ts';
import { type SelfieJudge, staffJudge } from './judge.ts';
import { readOwnSelfie } from './own-selfie.ts';
import { dropSelfie, sendSelfie } from './send-selfie.ts';

export function selfieHandlers(services: Services, judge: SelfieJudge = staffJudge): Handlers<typeof selfies> {
  return {
    read: (ctx) => read(ctx),
    send: { transactions: 'staged', handle: (ctx) => sendSelfie(services, judge, ctx) },
    withdraw: (ctx) => withdraw(services, ctx),
  };
}

const read = (ctx: Ctx): Promise<OwnSelfie> =>
  readOwnSelfie(ctx.db, { tenant: ctx.tenant, account: ctx.member().id }, ctx.now());

/** One that is gone already is no error: it may have been judged meanwhile. */
async function withdraw({ queue }: Services, ctx: Ctx): Promise<OwnSelfie> {
  const { db, tenant } = ctx;
  const { id: account } = await lockAccount(db, tenant, ctx.member().id);
  await dropSelfie(ctx);
  await queue.add(db, photoCleanup, { tenant });
  ctx.emit({ type: 'user' }, { account });
  return read(ctx);
}
