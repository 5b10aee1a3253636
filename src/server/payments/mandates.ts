// SEPA mandates: what a member agreed to, the code that signs one, and whether there may be another direct debit.
import { DAY_MS } from '#domain/durations';
import { randomInt, timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { DebitDetails } from '#contract/debit';
import { DEBIT, type DebitHistory, readCode } from '#domain/debit';
import { DEBIT_METHOD } from '#domain/payment-methods';
import { ENDED_UNPAID, OPEN_STATUSES } from '#domain/payments';
import type { Site } from '#site/load';
import type { Ctx } from '../context.ts';
import type { Db } from '../db/index.ts';
import type { DebitMandateTable } from '../db/tables/debit-mandate.ts';
import type { Services } from '../services.ts';
import type { ProviderDebit } from './provider.ts';
import { fingerprint, seal, unseal } from './seal.ts';

export type Mandate = Selectable<DebitMandateTable>;
type Secret = Services['config'];

const MINUTE_MS = 60_000;

/** Whether a site has direct debit at all: it needs a creditor identifier, and a way to send codes. */
export const offersDebit = ({ sms }: Pick<Services, 'sms'>, { company }: Site): boolean =>
  sms !== null && company.creditor_id !== undefined;

/** The reference of the member's next mandate: each is for one order, so it counts them. */
export async function nextReference({ db, tenant, member }: Pick<Ctx, 'db' | 'tenant' | 'member'>, secret: Secret) {
  const account = member().id;
  const { count } = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('method', '=', DEBIT_METHOD)
    .executeTakeFirstOrThrow();
  const hash = fingerprint(secret, 'reference', `${tenant} ${account} ${count}`);
  return `M${tenant}-${hash.toString('hex', 0, 10).toUpperCase()}`;
}

export const hashOfIban = (secret: Secret, tenant: number, iban: string): Buffer =>
  fingerprint(secret, 'iban', `${tenant} ${iban}`);
const hashOfCode = (secret: Secret, tenant: number, reference: string, code: string): Buffer =>
  fingerprint(secret, 'code', `${tenant} ${reference} ${code}`);
const placeOf = ({ tenant, reference }: Pick<Mandate, 'tenant' | 'reference'>): string => `${tenant} ${reference}`;

/** Keeps what the member agreed to until it is signed, in place of what was typed before; null when that is signed already. */
export async function keepMandate(
  { db, tenant, member, now, language }: Ctx,
  secret: Secret,
  reference: string,
  { consent: _, iban, ...details }: DebitDetails,
): Promise<Mandate | null> {
  const typed = {
    ...details,
    iban: seal(secret, placeOf({ tenant, reference }), iban),
    iban_hash: hashOfIban(secret, tenant, iban),
    last_four: iban.slice(-4),
    ...{ language, tries: 0, code_hash: null, code_until: null, begun_at: now() },
    kept_until: new Date(now().getTime() + DAY_MS),
  };
  const kept = await db
    .insertInto('debit_mandate')
    .values({ ...typed, tenant, reference, account: member().id })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'reference']).doUpdateSet(typed).where('debit_mandate.signed_at', 'is', null),
    )
    .returningAll()
    .executeTakeFirst();
  return kept ?? null;
}

/** The member's mandate that waits for its code; null when that was not sent in time, is used up or has expired. */
export async function pendingMandate({ db, tenant, member, now }: Ctx): Promise<Mandate | null> {
  const begun = new Date(now().getTime() - DEBIT.codeMinutes * MINUTE_MS);
  const pending = db
    .selectFrom('debit_mandate')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('account', '=', member().id)
    .where('signed_at', 'is', null)
    .where('tries', '<', DEBIT.tries)
    .where((is) =>
      is.or([is('code_until', '>', now()), is.and([is('code_until', 'is', null), is('begun_at', '>', begun)])]),
    )
    .orderBy('begun_at', 'desc');
  return (await pending.limit(1).executeTakeFirst()) ?? null;
}

/** The member gives up a mandate; one that is signed stays. */
export async function cancelMandate({ db, tenant, member }: Ctx, reference: string): Promise<void> {
  const own = db.deleteFrom('debit_mandate').where('tenant', '=', tenant).where('account', '=', member().id);
  await own.where('reference', '=', reference).where('signed_at', 'is', null).execute();
}

/** The latest direct debit of the member that the bank has not paid yet. */
export async function debitAtBank({ db, tenant, member }: Ctx): Promise<string | null> {
  const open = db
    .selectFrom('payment')
    .select('id')
    .where('tenant', '=', tenant)
    .where('account', '=', member().id)
    .where('method', '=', DEBIT_METHOD)
    .where('status', 'in', OPEN_STATUSES);
  return (await open.orderBy('created_at', 'desc').limit(1).executeTakeFirst())?.id ?? null;
}

/** A new code for a mandate that waits for one; null when nothing waits any more. */
export async function makeCode({ config, now }: Services, db: Db, tenant: number, reference: string) {
  const code = String(randomInt(10 ** DEBIT.codeDigits)).padStart(DEBIT.codeDigits, '0');
  const waiting = await db
    .updateTable('debit_mandate')
    .set({
      code_hash: hashOfCode(config, tenant, reference, code),
      code_until: new Date(now().getTime() + DEBIT.codeMinutes * MINUTE_MS),
    })
    .where('tenant', '=', tenant)
    .where('reference', '=', reference)
    .where('signed_at', 'is', null)
    .where('account', 'is not', null)
    .returning(['phone', 'language'])
    .executeTakeFirst();
  return waiting ? { ...waiting, code } : null;
}

/** The member's own mandate, locked; null when there is none. */
export async function lockMandate({ db, tenant, member }: Ctx, reference: string): Promise<Mandate | null> {
  const own = db.selectFrom('debit_mandate').selectAll().where('tenant', '=', tenant);
  const found = own.where('reference', '=', reference).where('account', '=', member().id);
  return (await found.forUpdate().executeTakeFirst()) ?? null;
}

/** Counts a try of the locked mandate, and says whether the code was right; the caller commits the count also when it was not. */
export async function tryCode({ db, tenant, now }: Ctx, secret: Secret, mandate: Mandate, typed: string) {
  const { reference, code_hash, code_until, tries } = mandate;
  if (!code_hash || !code_until || code_until <= now() || tries >= DEBIT.tries) return false;
  await db
    .updateTable('debit_mandate')
    .set({ tries: tries + 1 })
    .where('tenant', '=', tenant)
    .where('reference', '=', reference)
    .execute();
  return timingSafeEqual(hashOfCode(secret, tenant, reference, readCode(typed)), code_hash);
}

/** The mandate is signed for one payment, and its code is used up. */
export async function signMandate({ db, tenant, now }: Ctx, { reference }: Mandate, payment: string): Promise<Mandate> {
  return db
    .updateTable('debit_mandate')
    .set({
      ...{ payment, signed_at: now(), code_hash: null, code_until: null },
      kept_until: new Date(now().getTime() + DEBIT.keepDays * DAY_MS),
    })
    .where('tenant', '=', tenant)
    .where('reference', '=', reference)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The bank account for the provider, as it was signed. */
export const debitOf = (secret: Secret, mandate: Mandate): ProviderDebit => ({
  mandate: mandate.reference,
  holder: mandate.holder,
  iban: unseal(secret, placeOf(mandate), mandate.iban),
  signedAt: (mandate.signed_at ?? mandate.begun_at).toISOString(),
});

/** Orders from one bank account wait here for each other, also those of several members: each then counts what the one before has placed. */
export const lockBankAccount = ({ db, tenant }: Pick<Ctx, 'db' | 'tenant'>, ibanHash: Uint8Array) => {
  const account = `debit ${tenant} ${Buffer.from(ibanHash).toString('hex')}`;
  return sql`select pg_advisory_xact_lock(hashtextextended(${account}::text, 5))`.execute(db);
};

/** The direct debits until now of the member, and of the bank account where it is known, from all members. */
export async function debitHistory(
  { db, tenant, member, now }: Pick<Ctx, 'db' | 'tenant' | 'member' | 'now'>,
  ibanHash: Uint8Array | null,
): Promise<DebitHistory> {
  const account = member().id;
  const since = (days: number): Date => new Date(now().getTime() - days * DAY_MS);
  const { rows } = await sql<{ returns: string; orders: string; total: string }>`
    with debit as (
      select status, amount, created_at,
        -- A bank also refuses a debit before it has paid: some providers then report a failure.
        charged_back > reversed or (status = 'failed' and provider_ref is not null) as is_returned from payment
      where tenant = ${tenant} and method = ${DEBIT_METHOD} and created_at > ${since(DEBIT.returnDays)}::timestamptz
        and (account = ${account} or id = any(array(
          select payment from debit_mandate where tenant = ${tenant} and iban_hash = ${ibanHash} and payment is not null)))
    ), valid as (
      select * from debit where status <> all(${[...ENDED_UNPAID]}::text[])
    )
    select (select count(*) from debit where is_returned) as returns,
      (select count(*) from valid where created_at > ${since(1)}::timestamptz) as orders,
      (select coalesce(sum(amount), 0) from valid where created_at > ${since(30)}::timestamptz) as total`.execute(db);
  const [row] = rows;
  return { returns: Number(row?.returns ?? 0), orders: Number(row?.orders ?? 0), total: Number(row?.total ?? 0) };
}
