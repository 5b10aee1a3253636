// Reads the caller's account to check its password; the attempt counts as a login, so that a stolen session cannot guess.
import type { FieldCode } from '#contract/errors';
import type { Endpoint } from '#contract/endpoint';
import type { Ctx, SerializedAnswer, StagedCtx } from '../context.ts';
import { spendAttempt } from './attempt-budget.ts';
import { type ReleaseAttempt, reserveBrowserAttempt } from './browser-attempt.ts';
import { sessionBrowser } from './known-browser.ts';
import { lockOwner } from './lock-owner.ts';
import { hashToken } from './sessions.ts';
import type { Services } from '../services.ts';

export interface OwnAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password_hash: string;
  readonly releaseAttempt: ReleaseAttempt;
}

/** In how many seconds a repeat of a call is not let in while its password is being checked. */
const REPEAT = { max: 1, perSeconds: 10 } as const;

/** One call is one attempt, however often its request is delivered. */
async function refuseRepeat(ctx: Ctx): Promise<void> {
  if (ctx.key === null) return;
  const call = `call:${Buffer.from(hashToken(`${ctx.member().id} ${ctx.key}`)).toString('hex')}`;
  const wait = await spendAttempt(ctx.db, ctx.tenant, call, REPEAT, ctx.now());
  if (wait > 0) throw ctx.refuse('in_progress', { retryAfter: 1 });
}

/** Counts the attempt before the password is checked. */
export async function ownAccount(ctx: Ctx<'account_blocked'>): Promise<OwnAccount> {
  await refuseRepeat(ctx);
  const row = await ctx.db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) => join.onRef('p.tenant', '=', 'a.tenant').onRef('p.id', '=', 'a.id'))
    .select(['a.id', 'a.email', 'a.password_hash', 'p.name'])
    .where('a.tenant', '=', ctx.tenant)
    .where('a.id', '=', ctx.member().id)
    .executeTakeFirstOrThrow();
  const browser = ctx.cookieHash && { key: sessionBrowser(ctx.cookieHash), account: row.id };
  return { ...row, releaseAttempt: await reserveBrowserAttempt(ctx.db, ctx, row.email, browser) };
}

/** The error of the field with the password, or null. To be called outside of transactions. */
export const passwordFault = async (
  { passwords }: Services,
  { password_hash }: OwnAccount,
  password: string,
  code: FieldCode,
): Promise<FieldCode | null> => ((await passwords.check(password, password_hash)) ? null : code);

/** Refuses with these fields, and so does every repeat of the call: a wrong password is not checked again. */
export const refuseFields = <E extends Endpoint>(
  ctx: StagedCtx<E>,
  fields: Readonly<Record<string, FieldCode>>,
): Promise<SerializedAnswer> =>
  ctx.transaction((own) => {
    throw own.refuse('invalid', { fields });
  });

/** Begins what a right password allows: locks the account, then returns the attempt. */
export async function returnOwnAttempt({ db, tenant }: Ctx<'account_blocked'>, account: OwnAccount): Promise<void> {
  await lockOwner(db, tenant, account.id);
  await account.releaseAttempt(db);
}
