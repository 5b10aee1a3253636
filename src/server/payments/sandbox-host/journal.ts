// The sandbox's state, an append-only file that survives a restart.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { paymentStatuses } from '#contract/credits';
import { reportKinds } from '#domain/payments';

const total = z._default(z.int().check(z.minimum(0)), 0);

/**
 * One payment. Times are in milliseconds; `payAt` is when a delayed payment succeeds. Amounts are in minor units; the
 * last three are cumulative totals. `moves` are the keys of movements of money that were
 * made.
 */
export const Session = z.object({
  ref: z.string(),
  reference: z.string(),
  tenant: z.int(),
  amount: z.int().check(z.positive()),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  method: z.string(),
  bank_step: z.boolean(),
  keeps_card: z._default(z.boolean(), false),
  /** The token of the kept card that is charged. */
  card: z._default(z.nullable(z.string()), null),
  /** What becomes of the bank account that is debited, which itself is not kept. */
  debit: z._default(z.nullable(z.enum(['covered', 'refused'])), null),
  language: z.string(),
  descriptor: z.string(),
  return_to: z.url(),
  notify: z.url(),
  status: z.enum(paymentStatuses),
  refunded: total,
  charged_back: total,
  reversed: total,
  moves: z._default(z.array(z.string()), []),
  created: z.int(),
  payAt: z.nullable(z.int()),
});
export type Session = z.infer<typeof Session>;

/** A report that is not acknowledged yet. Without an amount it covers the whole price. */
export const Unsent = z.object({
  event: z.string(),
  ref: z.string(),
  kind: z.enum(reportKinds),
  amount: z.optional(z.int()),
});
export type Unsent = z.infer<typeof Unsent>;

/** One line of the journal, written atomically: a payment's state, a report to send, an acknowledged report, or a forgotten card. */
const JournalEntry = z.object({
  session: z.optional(Session),
  unsent: z.optional(Unsent),
  sent: z.optional(z.string()),
  forgotten: z.optional(z.string()),
});
type JournalEntry = z.infer<typeof JournalEntry>;

export interface Journal {
  session(ref: string): Session | null;
  /** The payment of an order, so that ordering twice creates no second one. */
  sessionOf(tenant: number, reference: string): Session | null;
  sessions(): Session[];
  unsent(): Unsent[];
  isForgotten(card: string): boolean;
  write(entry: JournalEntry): void;
}

/** Opens the journal in `file`, or in memory without one. An incomplete last line is ignored. */
export function openJournal(file: string | null): Journal {
  const sessions = new Map<string, Session>();
  const references = new Map<string, string>();
  const unsent = new Map<string, Unsent>();
  const forgotten = new Set<string>();
  const apply = (entry: JournalEntry): void => {
    if (entry.session) {
      sessions.set(entry.session.ref, entry.session);
      references.set(`${entry.session.tenant} ${entry.session.reference}`, entry.session.ref);
    }
    if (entry.unsent) unsent.set(entry.unsent.event, entry.unsent);
    if (entry.forgotten) forgotten.add(entry.forgotten);
    if (entry.sent) unsent.delete(entry.sent);
  };
  readEntries(file).forEach(apply);
  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    const entries = [
      ...[...sessions.values()].map((session) => ({ session })),
      ...[...unsent.values()].map((report) => ({ unsent: report })),
      ...[...forgotten].map((card) => ({ forgotten: card })),
    ];
    writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }
  const session = (ref: string): Session | null => sessions.get(ref) ?? null;
  return {
    session,
    sessionOf: (tenant, reference) => session(references.get(`${tenant} ${reference}`) ?? ''),
    sessions: () => [...sessions.values()],
    unsent: () => [...unsent.values()],
    isForgotten: (card) => forgotten.has(card),
    write(entry) {
      apply(entry);
      if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
  };
}

function readEntries(file: string | null): JournalEntry[] {
  if (!file || !existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text) => {
      const { success, data } = z.safeParse(JournalEntry, parse(text));
      return success ? [data] : [];
    });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
