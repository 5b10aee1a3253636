// Orders about members, money and what waits, whose answers are printed as JSON.
import { MOST_CREDITS } from '#contract/staff-call';
import { UsageError } from '../arguments.ts';

/** Who decides, and why. */
export interface Signed {
  readonly operator: string;
  readonly because: string;
}
type Matter = 'complaint' | 'parked';
export type DeskOrder = { readonly kind: 'desk' } & (
  | { readonly what: 'inbox' }
  | { readonly what: 'audit'; readonly before?: number }
  | { readonly what: 'find'; readonly email: string }
  | { readonly what: 'member'; readonly id: string }
  | ({ readonly what: 'credit'; readonly id: string; readonly credits: number } & Signed)
  | ({ readonly what: 'export'; readonly id: string; readonly file: string | null } & Signed)
  | ({ readonly what: 'erase'; readonly id: string } & Signed)
  | ({ readonly what: 'refund'; readonly id: string } & Signed)
  | { readonly what: 'show'; readonly matter: Matter; readonly id: string }
  | ({ readonly what: 'close'; readonly matter: Matter; readonly id: string } & Signed)
);

interface Typed {
  readonly as?: string | undefined;
  readonly because?: string | undefined;
  readonly credits?: string | undefined;
  readonly before?: string | undefined;
  readonly file?: string | undefined;
}

/** Null when what was typed is another kind of order. */
export function deskOrder([first, second = '', id = '']: readonly string[], typed: Typed): DeskOrder | null {
  const kind = 'desk';
  if (first === 'inbox' || first === 'audit') {
    if (second !== '') throw new UsageError(`"${second}" means nothing to ${first}.`);
    return first === 'inbox' ? { kind, what: first } : { kind, what: first, ...continuedIn(typed) };
  }
  if (first === 'member' && second === 'find') return { kind, what: 'find', email: emailIn(id) };
  if (first === 'member' && second === 'show') return { kind, what: 'member', id: idIn(id) };
  if (first === 'member' && second === 'credit')
    return { kind, what: 'credit', id: idIn(id), credits: creditsIn(typed), ...signed(typed) };
  if (first === 'member' && second === 'export')
    return { kind, what: 'export', id: idIn(id), file: typed.file ?? null, ...signed(typed) };
  if (first === 'member' && second === 'erase') return { kind, what: 'erase', id: idIn(id), ...signed(typed) };
  if (first === 'payment') {
    if (second !== 'refund') throw new UsageError('A payment is refunded: refund.');
    return { kind, what: 'refund', id: idIn(id), ...signed(typed) };
  }
  if (first !== 'complaint' && first !== 'parked') return null;
  const matter = { matter: first, id: first === 'complaint' ? idIn(id) : id } as const;
  if (second === 'show') return { kind, what: second, ...matter };
  if (second === 'close') return { kind, what: second, ...matter, ...signed(typed) };
  throw new UsageError('The second word is show or close.');
}

export function idIn(id: string, refusal = `"${id}" is no id.`): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id.toLowerCase();
  throw new UsageError(refusal);
}

export function emailIn(email: string): string {
  if (/^\S+@\S+$/.test(email)) return email;
  throw new UsageError(`"${email}" is no e-mail address.`);
}

function creditsIn({ credits }: Typed): number {
  const number = Number(credits);
  if (Number.isSafeInteger(number) && number >= 1 && number <= MOST_CREDITS) return number;
  throw new UsageError(`--credits is a whole number from 1 to ${MOST_CREDITS}.`);
}

function continuedIn({ before }: Typed): { readonly before?: number } {
  if (before === undefined) return {};
  const number = Number(before);
  if (Number.isSafeInteger(number) && number >= 1) return { before: number };
  throw new UsageError('--before is the id of an entry, which continues the list.');
}

export function signed(typed: Typed): Signed {
  const operator = operatorIn(typed);
  const because = typed.because?.trim() ?? '';
  if (because === '') throw new UsageError('--because says why.');
  return { operator, because };
}

export function operatorIn({ as }: Pick<Typed, 'as'>): string {
  const operator = as?.trim() ?? '';
  if (operator === '') throw new UsageError('--as names who decides.');
  return operator;
}
