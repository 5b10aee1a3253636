// What the doctor finds at Stripe: the key and what it may read, the secrets of webhooks, and what statements of cards show.
import * as z from 'zod/mini';
import type { Config } from '#server/config/index';
import { VERSION } from '#server/payments/stripe/calls';
import type { Site } from '#site/load';
import { bad, type Finding, good, warning } from './finding.ts';
import { askProvider, keyFinding } from './provider-key.ts';

type Stripe = NonNullable<Config['stripe']>;

const HEADERS = { 'stripe-version': VERSION };
/** What is read, and what it is for. */
const READ = {
  payment_intents: 'charges of kept cards are not found',
  refunds: 'refunds are neither found nor made',
  disputes: 'chargebacks are not found',
  payment_method_configurations: 'methods are offered that the account does not have',
} as const;
/** What a statement holds: the account's prefix, `* `, and our descriptor. */
const STATEMENT = 22;

const addressOf = ({ url }: Stripe, path: string): string => `${url ?? 'https://api.stripe.com'}/v1/${path}`;

export async function stripeFindings(stripe: Stripe, sites: readonly Site[]): Promise<Finding[]> {
  const { key } = stripe;
  const kind = key.includes('_live_') ? 'live' : 'test';
  const asks = addressOf(stripe, 'checkout/sessions?limit=1');
  const accepted = await keyFinding('Stripe', 'STRIPE_SECRET_KEY', { key, kind, asks, headers: HEADERS });
  if (accepted.state === 'bad') return [accepted];
  return [
    accepted,
    ...(await rightsFindings(stripe)),
    ...secretsFindings(stripe, sites),
    ...(await statementFindings(stripe, sites)),
  ];
}

/** What it may write cannot be tried without a change; README.md names it. */
async function rightsFindings(stripe: Stripe): Promise<Finding[]> {
  const looks = Object.entries(READ).map(async ([path, harm]) => {
    const answer = await askProvider(addressOf(stripe, `${path}?limit=1`), stripe.key, HEADERS);
    if (answer?.ok) return [];
    const reason = answer ? `refuses the key ${path} with ${answer.status}` : `does not answer about ${path}`;
    return [bad('payments', `Stripe ${reason}, so ${harm}: give it the rights that README.md names.`)];
  });
  return (await Promise.all(looks)).flat();
}

function secretsFindings({ webhookSecrets }: Stripe, sites: readonly Site[]): Finding[] {
  const [secrets, brands] = [new Set(webhookSecrets).size, sites.length];
  if (secrets >= brands) return [];
  const text = `STRIPE_WEBHOOK_SECRET has ${secrets} of the secrets of ${brands} brands: without the others their webhooks are refused.`;
  return [warning('payments', text)];
}

const Account = z.object({
  settings: z.object({ card_payments: z.object({ statement_descriptor_prefix: z.nullable(z.string()) }) }),
});

/** Pages promise the whole descriptor, with at most a short name before it. */
async function statementFindings(stripe: Stripe, sites: readonly Site[]): Promise<Finding[]> {
  const answer = await askProvider(addressOf(stripe, 'account'), stripe.key, HEADERS);
  const { data } = z.safeParse(Account, answer?.ok ? await answer.json().catch(() => null) : null);
  const prefix = data?.settings.card_payments.statement_descriptor_prefix;
  if (!prefix) {
    const state = data ? 'has no prefix' : 'does not tell its prefix';
    return [
      warning(
        'payments',
        `the account at Stripe ${state} for statements of cards: see there that it is as README.md says.`,
      ),
    ];
  }
  const shown = (descriptor: string): string => `${prefix}* ${descriptor}`;
  const descriptors = [...new Set(sites.map(({ niche }) => niche.descriptor))];
  const long = descriptors.filter((each) => shown(each).length > STATEMENT);
  if (long.length === 0)
    return [good('payments', `statements of cards show ${descriptors.map((each) => `“${shown(each)}”`).join(', ')}`)];
  return long.map((each) =>
    bad(
      'payments',
      `statements of cards show “${shown(each).slice(0, STATEMENT)}”, and pages promise “${each}”: at Stripe choose a prefix of at most ${STATEMENT - 2 - each.length} characters, or a shorter descriptor in niche.json.`,
    ),
  );
}
