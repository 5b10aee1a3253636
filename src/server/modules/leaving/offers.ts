// What a member who is about to leave can have instead: the tryout package and a discount code, each once (requirement AC13).
import { DAY_MS } from '#domain/durations';
import { randomBytes } from 'node:crypto';
import type { leaving } from '#contract/leaving';
import type { CodeOf, OutputOf } from '#contract/endpoint';
import { MAX_PERCENTAGE } from '#domain/discounts';
import { LEAVING_CODE_DAYS } from '#domain/limits';
import type { Ctx } from '../../context.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { codeView, isUsable, readCode, useOf } from '../../payments/discounts.ts';
import { holderOf, openTryout } from '../../payments/offers.ts';
import { countryOf } from '../../payments/place-order.ts';

export async function leavingOffer(ctx: Ctx): Promise<OutputOf<typeof leaving.offer>> {
  const tryout = await openTryout(ctx, await countryOf(ctx));
  return { tryout, discount: await discountOffer(ctx) };
}

/** A percentage of 0 offers nothing. */
async function discountOffer(ctx: Ctx): Promise<OutputOf<typeof leaving.offer>['discount']> {
  const percentage = ctx.site.company.delete_discount;
  if (percentage <= 0) return null;
  const name = await ownCodeName(ctx);
  const code = name === null ? null : await readCode(ctx.db, holderOf(ctx), name);
  if (!code) return { percentage, code: null };
  const view = codeView(code, ctx.now());
  const isOpen = !view.expired && isUsable(await useOf(ctx.db, holderOf(ctx), code), holderOf(ctx));
  return isOpen ? { percentage: view.value_percentage, code: view } : null;
}

const PREFIX = 'STAY-';

/** The member's one code of this kind, also when it is over. */
async function ownCodeName({ db, tenant, member }: Ctx): Promise<string | null> {
  const own = db.selectFrom('discount_code').select('code').where('tenant', '=', tenant);
  const row = await own.where('account', '=', member().id).where('code', 'like', `${PREFIX}%`).executeTakeFirst();
  return row?.code ?? null;
}

async function makeCode(ctx: Ctx, percentage: number): Promise<void> {
  const { db, tenant } = ctx;
  const { id: account } = ctx.member();
  // Locked, so that there is never a second.
  await lockAccount(db, tenant, account);
  if ((await ownCodeName(ctx)) !== null) return;
  await db
    .insertInto('discount_code')
    .values({
      ...{ tenant, account, code: PREFIX + randomBytes(6).toString('hex').toUpperCase() },
      ...{ value_percentage: percentage, validity: 'once-per-user', created_at: ctx.now() },
      expires: new Date(ctx.now().getTime() + LEAVING_CODE_DAYS * DAY_MS),
    })
    .execute();
}

export async function takeDiscount(
  ctx: Ctx<CodeOf<typeof leaving.takeDiscount>>,
): Promise<OutputOf<typeof leaving.takeDiscount>> {
  const percentage = Math.min(ctx.site.company.delete_discount, MAX_PERCENTAGE);
  if (percentage > 0) await makeCode(ctx, percentage);
  const offer = await discountOffer(ctx);
  if (!offer?.code) throw ctx.refuse('code_used');
  return { code: offer.code };
}
