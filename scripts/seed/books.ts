// Makes the account of a seeded member: grants, purchases and spending, so that the balance is the sum of its entries.
import type { EntryKind, PaymentStatus } from '#contract/credits';
import type { LedgerTable } from '#server/db/tables/ledger';
import type { PaymentTable } from '#server/db/tables/payment';
import { methodsIn } from '#domain/payment-methods';
import type { Offer, PriceList } from '#domain/prices';
import { idOf } from './random.ts';
import type { SeedMember } from './members.ts';

/** Rows of the tables, without the tenant. */
export interface SeedEntry {
  readonly account: string;
  readonly version: number;
  readonly book: LedgerTable['book'];
  readonly kind: EntryKind;
  readonly credits: number;
  readonly balance: number;
  readonly about: string | null;
  readonly at: string;
}
export interface SeedPayment extends Pick<
  PaymentTable,
  'id' | 'account' | 'package' | 'credits' | 'amount' | 'currency' | 'method' | 'country' | 'provider' | 'status'
> {
  /** Minor units, like `amount`. */
  readonly paid: number;
  readonly refunded: number;
  readonly charged_back: number;
  readonly paid_at: string | null;
  readonly vat: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Credits everyone starts with. */
const START = 4;
const PROVIDER = 'sandbox';

/** An entry; with an `offer`, also its payment, which is `paid` unless it ended in `status`. */
interface Step {
  readonly kind: EntryKind;
  readonly credits: number;
  readonly offer?: Offer;
  readonly status?: PaymentStatus;
}

/** Orders that were never paid; the member chose again. */
const UNPAID = ['failed', 'cancelled', 'expired', 'pending', 'created'] as const;
/** Purchases whose money went back, and the share of it. */
const RETURNED = [
  ['refunded', 1],
  ['partly_refunded', 0.5],
  ['chargeback', 1],
] as const;

/** Purchases of the smallest package whose credits left again. */
const returnedSteps = (offer: Offer): Step[] =>
  RETURNED.flatMap(([status, share]) => [
    { kind: 'purchase', credits: offer.credits, offer, status },
    { kind: 'refund', credits: -Math.floor(offer.credits * share) },
  ]);

const sumOf = (steps: readonly Step[]): number => steps.reduce((sum, { credits }) => sum + credits, 0);

/** The entries that lead to the member's balance, oldest first. */
function stepsTo({ account, profile, demo }: SeedMember, { offersIn }: PriceList): Step[] {
  const { credits, paid_user } = account;
  const given = (amount: number, kind: EntryKind): Step[] => (amount > 0 ? [{ kind, credits: amount }] : []);
  if (!paid_user) return given(credits, 'signup');
  const steps: Step[] = given(Math.min(START, credits), 'signup');
  const offers = offersIn(profile.country).filter(({ premium }) => !premium);
  const [smallest] = offers;
  if (demo?.kind === 'lively' && smallest) steps.push(...returnedSteps(smallest));
  let left = credits - sumOf(steps);
  // The same twice at most, so that a large balance does not become a long list.
  for (const offer of offers.toReversed())
    for (let time = 0; time < 2 && offer.credits <= left; time += 1) {
      steps.push({ kind: 'purchase', credits: offer.credits, offer });
      left -= offer.credits;
    }
  if (smallest && !steps.some(({ kind }) => kind === 'purchase')) {
    steps.push({ kind: 'purchase', credits: smallest.credits, offer: smallest });
    for (left -= smallest.credits; left < 0; left += 1) steps.push({ kind: 'message', credits: -1 });
  }
  return [...steps, ...given(left, 'bonus')];
}

const BOOK: Readonly<Record<EntryKind, LedgerTable['book']>> = {
  signup: 'bonus',
  bonus: 'bonus',
  message: 'spending',
  gift: 'spending',
  picture: 'spending',
  voice: 'spending',
  purchase: 'sales',
  refund: 'sales',
  reversal: 'sales',
  returned: 'spending',
};

/** The entries of a member's account and their payments, spread between the signup and the last visit. */
export function bookOf(member: SeedMember, prices: PriceList): { entries: SeedEntry[]; payments: SeedPayment[] } {
  const { account, profile } = member;
  const steps = stepsTo(member, prices);
  const [from, until] = [Date.parse(account.signup_at), Date.parse(account.accepted_terms_at)];
  const payments: SeedPayment[] = [];
  const vat = prices.vatOf(profile.country);
  let balance = 0;
  const entries = steps.map(({ kind, credits, offer, status = 'paid' }, at): SeedEntry => {
    const moment = new Date(Math.floor(from + ((until - from) * at) / steps.length)).toISOString();
    balance += credits;
    const payment = offer && paymentOf(member, { offer, number: payments.length, moment, status, vat });
    if (payment) payments.push(payment);
    return {
      account: account.id,
      version: at + 1,
      book: BOOK[kind],
      kind,
      credits,
      balance,
      about: payment?.id ?? (kind === 'refund' ? (payments.at(-1)?.id ?? null) : null),
      at: moment,
    };
  });
  const [smallest] = prices.offersIn(profile.country);
  if (member.demo?.kind === 'lively' && smallest)
    for (const [at, status] of UNPAID.entries()) {
      const moment = new Date(Math.floor(until - (UNPAID.length - at) * 600_000)).toISOString();
      payments.push(paymentOf(member, { offer: smallest, number: payments.length, moment, status, vat }));
    }
  return { entries, payments };
}

interface SeedOrder {
  readonly offer: Offer;
  readonly number: number;
  readonly moment: string;
  readonly status: PaymentStatus;
  readonly vat: number;
}

function paymentOf({ account, profile }: SeedMember, { offer, number, moment, status, vat }: SeedOrder): SeedPayment {
  const methods = methodsIn(profile.country);
  const isPaid = !UNPAID.some((each) => each === status);
  const returned = Math.round(offer.amount * (RETURNED.find(([each]) => each === status)?.[1] ?? 0));
  return {
    ...{ id: idOf(`payment ${account.id} ${number}`), account: account.id, package: offer.id },
    ...{ credits: offer.credits, amount: offer.amount, paid: isPaid ? offer.amount : 0, currency: offer.currency },
    refunded: status === 'chargeback' ? 0 : returned,
    charged_back: status === 'chargeback' ? returned : 0,
    ...{ vat, country: profile.country, provider: PROVIDER, status },
    method: methods[number % Math.min(3, methods.length)]?.id ?? 'visa',
    ...{ created_at: moment, updated_at: moment, paid_at: isPaid ? moment : null },
  };
}
