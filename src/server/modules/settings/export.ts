// Asks for a data export, and says how far it is (requirement AC23).
import type { DataExport, settings } from '#contract/settings';
import { ownAccount, passwordFault, refuseFields, returnOwnAttempt } from '../../auth/own-password.ts';
import type { Ctx, SerializedAnswer, StagedCtx } from '../../context.ts';
import { failedBefore, latestExport, placeExport } from '../../export/place-export.ts';
import type { Services } from '../../services.ts';

type RequestCtx = StagedCtx<(typeof settings)['requestExport']>;

export async function requestExport(services: Services, ctx: RequestCtx): Promise<SerializedAnswer> {
  const { account, typed } = await ctx.prepare(async (own, typed) => ({ account: await ownAccount(own), typed }));
  const fault = await passwordFault(services, account, typed.password, 'password_old_wrong');
  if (fault) return refuseFields(ctx, { password: fault });
  return ctx.transaction(async (own) => {
    await returnOwnAttempt(own, account);
    const retryAfter = await placeExport(own.db, services.queue, own.tenant, account.id, own.now());
    if (retryAfter > 0) throw own.refuse('export_limit', { retryAfter, commitAnyway: true });
    return null;
  });
}

export async function readExport(ctx: Ctx): Promise<{ export: DataExport | null }> {
  const row = await latestExport(ctx.db, ctx.tenant, ctx.member().id)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst();
  if (!row) return { export: null };
  const { requested_at: requested, made_at: made, expires_at: expires } = row;
  return {
    export: {
      requested_at: requested.toISOString(),
      made_at: made?.toISOString() ?? null,
      failed: !made && requested <= failedBefore(ctx.now()),
      expires_at: expires.toISOString(),
    },
  };
}
