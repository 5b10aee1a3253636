// Asks for a data export, and says how far it is (requirement AC23).
import { DATA_EXPORT } from '#domain/limits';
import type { DataExport, settings } from '#contract/settings';
import { ownAccount, passwordFault, passwordWasRight, refuseFields } from '../../auth/own-password.ts';
import type { Ctx, SerializedAnswer, StagedCtx } from '../../context.ts';
import { dataExport } from '../../export/make-export.ts';
import { secondsUntil } from '../../http/retry-after.ts';
import type { Services } from '../../services.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
type RequestCtx = StagedCtx<(typeof settings)['requestExport']>;

export async function requestExport(services: Services, ctx: RequestCtx): Promise<SerializedAnswer> {
  const { account, typed } = await ctx.prepare(async (own, typed) => ({ account: await ownAccount(own), typed }));
  const fault = await passwordFault(services, account, typed.password, 'password_old_wrong');
  if (fault) return refuseFields(ctx, { password: fault });
  return ctx.transaction(async (own) => {
    await passwordWasRight(own, account);
    await placeRequest(own, account.id);
    await services.queue.add(own.db, dataExport, { tenant: own.tenant, account: account.id });
    return null;
  });
}

/** A new request takes the place of the export before it: after a day, or when that has failed. */
async function placeRequest(ctx: Ctx<'export_limit'>, account: string): Promise<void> {
  const { db, tenant } = ctx;
  const now = ctx.now();
  const after = new Date(now.getTime() - DATA_EXPORT.everyHours * HOUR_MS);
  const request = {
    requested_at: now,
    made_at: null,
    file: null,
    expires_at: new Date(now.getTime() + DATA_EXPORT.validDays * 24 * HOUR_MS),
  };
  const placed = await db
    .insertInto('data_export')
    .values({ tenant, account, ...request })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'account'])
        .doUpdateSet(request)
        .where((is) =>
          is.or([
            is('data_export.requested_at', '<=', after),
            is.and([is('data_export.made_at', 'is', null), is('data_export.requested_at', '<=', failedBefore(now))]),
          ]),
        ),
    )
    .returning('account')
    .executeTakeFirst();
  if (placed) return;
  const { requested_at } = await latest(ctx, account).executeTakeFirstOrThrow();
  const retryAfter = secondsUntil(requested_at, after);
  throw ctx.refuse('export_limit', { retryAfter, commitAnyway: true });
}

/** An export that was asked for before and is not there has failed: its job is not tried again. */
const failedBefore = (now: Date): Date => new Date(now.getTime() - DATA_EXPORT.failedAfterMinutes * MINUTE_MS);

export async function readExport(ctx: Ctx): Promise<{ export: DataExport | null }> {
  const row = await latest(ctx, ctx.member().id).where('expires_at', '>', ctx.now()).executeTakeFirst();
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

const latest = ({ db, tenant }: Pick<Ctx, 'db' | 'tenant'>, account: string) =>
  db
    .selectFrom('data_export')
    .select(['requested_at', 'made_at', 'expires_at'])
    .where('tenant', '=', tenant)
    .where('account', '=', account);
