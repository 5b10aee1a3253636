// Keeps a mandate that is not signed yet, and has its code sent to the phone.
import type { debit, DebitDetails, DebitOffer, PendingMandate } from '#contract/debit';
import type { CodeOf, OutputOf } from '#contract/endpoint';
import type { FieldCode } from '#contract/errors';
import { DEBIT, type DebitProblem, debitProblem, isHolderCountry, isPhoneCountry, maskedPhone } from '#domain/debit';
import { readIban } from '#domain/iban';
import { DEBIT_METHOD, orderableMethod } from '#domain/payment-methods';
import { readPhone } from '#domain/phone-number';
import type { Ctx } from '../../context.ts';
import { incrementWithinLimit, secondsUntilReset } from '../../db/counters.ts';
import {
  debitHistory,
  hashOfIban,
  keepMandate,
  type Mandate,
  nextReference,
  offersDebit,
} from '../../payments/mandates.ts';
import { countryOf } from '../../payments/place-order.ts';
import { fingerprint } from '../../payments/seal.ts';
import type { Services } from '../../services.ts';
import { debitCodeMessage } from '../../sms/debit-code.ts';

type Begin = typeof debit.begin;
type BeginCtx = Ctx<CodeOf<Begin>>;

/** Who debits; refuses where there is no direct debit. */
export async function creditorOf(services: Services, ctx: Ctx<'unknown_method'>): Promise<DebitOffer['creditor']> {
  const { name, address, city, country, creditor_id } = ctx.site.company;
  const homeCountry = await countryOf(ctx);
  const isOffered =
    offersDebit(services, ctx.site) &&
    orderableMethod(DEBIT_METHOD, homeCountry) !== null &&
    services.provider.takes(DEBIT_METHOD, ctx.site.prices.currencyOf(homeCountry));
  if (!isOffered || creditor_id === undefined) throw ctx.refuse('unknown_method');
  return { name, identifier: creditor_id, address, city, country };
}

export async function beginDebit(services: Services, ctx: BeginCtx, input: DebitDetails): Promise<OutputOf<Begin>> {
  const { config } = services;
  await creditorOf(services, ctx);
  const details = readDetails(ctx, input);
  refuseProblem(ctx, unconfirmedProblem(ctx));
  await countCode(services, ctx, details.phone);
  const history = await debitHistory(ctx, hashOfIban(config, ctx.tenant, details.iban));
  // Counted as a code: the answer tells something about the holder of the account, who may be someone else.
  refuseProblem(ctx, debitProblem(history, 0), { commitAnyway: true });
  const mandate = await keepMandate(ctx, config, await nextReference(ctx, config), details);
  // An order is being placed with it at this moment.
  if (!mandate) throw ctx.refuse('in_progress');
  await services.queue.add(ctx.db, debitCodeMessage, { tenant: ctx.tenant, reference: mandate.reference });
  return { mandate: shownMandate(mandate) };
}

export const shownMandate = ({ reference, holder, last_four, phone }: Mandate): PendingMandate => ({
  ...{ reference, holder, last_four },
  phone: maskedPhone(phone),
});

/** Codes are texted to members whose address is confirmed: who types any address would ring any phone. */
export const unconfirmedProblem = (ctx: Pick<Ctx, 'member'>): DebitProblem | null =>
  ctx.member().status === 'not_confirmed' ? 'debit_unconfirmed' : null;

export function refuseProblem(
  ctx: Ctx<DebitProblem>,
  problem: DebitProblem | null,
  detail: { readonly commitAnyway?: true } = {},
): void {
  if (problem === 'debit_unconfirmed') throw ctx.refuse('debit_unconfirmed', detail);
  if (problem === 'debit_blocked') throw ctx.refuse('debit_blocked', detail);
  if (problem === 'debit_limit') throw ctx.refuse('debit_limit', detail);
}

function readDetails(ctx: BeginCtx, input: DebitDetails): DebitDetails {
  const [iban, phone] = [readIban(input.iban), readPhone(input.phone, input.country)];
  const fields: Record<string, FieldCode> = {
    ...(iban === null ? { iban: 'iban_invalid' } : {}),
    ...phoneFault(phone, ctx),
    ...(isHolderCountry(input.country) ? {} : { country: 'not_allowed' }),
  };
  if (iban === null || phone === null || Object.keys(fields).length > 0) throw ctx.refuse('invalid', { fields });
  return { ...input, iban, phone: phone.number };
}

function phoneFault(phone: ReturnType<typeof readPhone>, { site }: BeginCtx): Record<string, FieldCode> {
  if (phone === null) return { phone: 'phone_invalid' };
  return isPhoneCountry(phone.country, site.siteSettings.countries) ? {} : { phone: 'phone_country' };
}

/**
 * Each code costs money and rings a phone, which may not be the member's. The brand's total comes last: others wait for that row until
 * this call ends.
 */
async function countCode({ config }: Services, ctx: BeginCtx, phone: string): Promise<void> {
  const { db, tenant, now } = ctx;
  const number = fingerprint(config, 'phone', phone).toString('base64url');
  const limits = [
    [`debit:${ctx.member().id}`, DEBIT.codesPerDay],
    [`debit-phone:${number}`, DEBIT.codesPerDay],
    ['debit-codes', DEBIT.codesPerDayOfSite],
  ] as const;
  for (const [key, max] of limits)
    if (!(await incrementWithinLimit(db, tenant, key, now(), max)))
      throw ctx.refuse('debit_limit', { retryAfter: secondsUntilReset(now(), 'day') });
}
