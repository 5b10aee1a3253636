// The cards and bank accounts of the sandbox: what it keeps of a payment, and which kept card can be charged again.
import type { KeptCard } from '../provider.ts';
import type { Session } from './journal.ts';

const BRANDS: Readonly<Partial<Record<string, string>>> = {
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  dankort: 'Dankort',
  cartebancaire: 'Carte Bancaire',
};
/** A card that pays once and is declined from then on, so that this can be tried too. */
const DECLINED = { method: 'creditcard', token: 'card_creditcard_', last_four: '0002' } as const;

/** A bank account that refuses every debit, so that this can be tried too. */
export const REFUSED_IBAN = 'DE62370400440532013001';

/** The card of a paid payment whose payer wanted it kept. */
export function keptCard(
  { ref, keeps_card, method }: Pick<Session, 'ref' | 'keeps_card' | 'method'>,
  isPaid: boolean,
): { card?: KeptCard } {
  if (!keeps_card || !isPaid) return {};
  const last_four = method === DECLINED.method ? DECLINED.last_four : '4242';
  return { card: { token: `card_${method}_${ref}`, brand: BRANDS[method] ?? 'Visa', last_four } };
}

/** What becomes of a payment without the payer's page, of which a bank debit takes its time; null when the payer decides. */
export function outcomeAtOnce(
  { card, debit }: Pick<Session, 'card' | 'debit'>,
  isForgotten: (token: string) => boolean,
): 'paid' | 'failed' | 'pending' | null {
  if (debit !== null) return debit === 'refused' ? 'failed' : 'pending';
  if (card === null) return null;
  return card.startsWith(DECLINED.token) || isForgotten(card) ? 'failed' : 'paid';
}
