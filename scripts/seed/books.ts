// Makes the account of a seeded member: grants, purchases and spending, so that the balance is the sum of its entries.
import type { EntryKind } from '#contract/credits';
import type { LedgerTable, PaymentTable } from '#server/db/business-tables';
import { methodsIn } from '#domain/payment-methods';
import { offersIn, vatOf, type Offer } from '#domain/prices';
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
  readonly vat: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Credits everyone starts with. */
const START = 4;
const PROVIDER = 'sandbox';

interface Step {
  readonly kind: EntryKind;
  readonly credits: number;
  readonly offer?: Offer;
}

/** The entries that lead to the member's balance, oldest first. */
function stepsTo({ account, profile }: SeedMember): Step[] {
  const { credits, paid_user } = account;
  const given = (amount: number, kind: EntryKind): Step[] => (amount > 0 ? [{ kind, credits: amount }] : []);
  if (!paid_user) return given(credits, 'signup');
  const steps: Step[] = given(Math.min(START, credits), 'signup');
  const offers = offersIn(profile.country).filter(({ premium }) => !premium);
  const [smallest] = offers;
  let left = credits - Math.min(START, credits);
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
  purchase: 'sales',
  refund: 'sales',
  reversal: 'sales',
};

/** The entries of a member's account and their payments, spread between the signup and the last visit. */
export function bookOf(member: SeedMember): { entries: SeedEntry[]; payments: SeedPayment[] } {
  const { account, profile } = member;
  const steps = stepsTo(member);
  const [from, until] = [Date.parse(account.signup_at), Date.parse(profile.last_active)];
  const payments: SeedPayment[] = [];
  let balance = 0;
  const entries = steps.map(({ kind, credits, offer }, at): SeedEntry => {
    const moment = new Date(Math.floor(from + ((until - from) * at) / steps.length)).toISOString();
    balance += credits;
    const payment = offer && paymentOf(member, offer, payments.length, moment);
    if (payment) payments.push(payment);
    return {
      account: account.id,
      version: at + 1,
      book: BOOK[kind],
      kind,
      credits,
      balance,
      about: payment?.id ?? null,
      at: moment,
    };
  });
  return { entries, payments };
}

function paymentOf({ account, profile }: SeedMember, offer: Offer, number: number, moment: string): SeedPayment {
  const methods = methodsIn(profile.country);
  return {
    ...{ id: idOf(`payment ${account.id} ${number}`), account: account.id, package: offer.id },
    ...{ credits: offer.credits, amount: offer.amount, paid: offer.amount, currency: offer.currency },
    ...{ vat: vatOf(profile.country), country: profile.country, provider: PROVIDER, status: 'paid' },
    method: methods[number % Math.min(3, methods.length)]?.id ?? 'visa',
    ...{ created_at: moment, updated_at: moment },
  };
}
