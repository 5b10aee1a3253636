// What the sandbox remembers, in a file of added lines, so that it goes on where it was after a restart.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { paymentStatuses } from '#contract/credits';
import { reportKinds } from '#domain/payments';

const total = z._default(z.int().check(z.minimum(0)), 0);

/**
 * One payment as the sandbox has it. Moments are in milliseconds; `payAt` is when one that is paid later is. Amounts are in minor units;
 * the last three are totals.
 */
export const Session = z.object({
  ref: z.string(),
  reference: z.string(),
  tenant: z.int(),
  amount: z.int().check(z.positive()),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  method: z.string(),
  bank_step: z.boolean(),
  language: z.string(),
  descriptor: z.string(),
  return_to: z.url(),
  notify: z.url(),
  status: z.enum(paymentStatuses),
  refunded: total,
  charged_back: total,
  reversed: total,
  created: z.int(),
  payAt: z.nullable(z.int()),
});
export type Session = z.infer<typeof Session>;

/** A report that the server has not taken yet. Without an amount it is about the whole price. */
export const Unsent = z.object({
  event: z.string(),
  ref: z.string(),
  kind: z.enum(reportKinds),
  amount: z.optional(z.int()),
});
export type Unsent = z.infer<typeof Unsent>;

/** What one line says, wholly or not at all: a payment as it is now, a report to send, a report that was taken. */
const Line = z.object({
  session: z.optional(Session),
  unsent: z.optional(Unsent),
  sent: z.optional(z.string()),
});
type Line = z.infer<typeof Line>;

export interface Journal {
  session(ref: string): Session | null;
  /** The one an order has already, so that ordering twice makes no second one. */
  sessionOf(tenant: number, reference: string): Session | null;
  sessions(): Session[];
  unsent(): Unsent[];
  write(line: Line): void;
}

/** Opens the book in `file`; without one it is forgotten at the end. A last line that broke off counts as never written. */
export function openJournal(file: string | null): Journal {
  const sessions = new Map<string, Session>();
  const references = new Map<string, string>();
  const unsent = new Map<string, Unsent>();
  const take = (line: Line): void => {
    if (line.session) {
      sessions.set(line.session.ref, line.session);
      references.set(`${line.session.tenant} ${line.session.reference}`, line.session.ref);
    }
    if (line.unsent) unsent.set(line.unsent.event, line.unsent);
    if (line.sent) unsent.delete(line.sent);
  };
  linesOf(file).forEach(take);
  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    const kept = [
      ...[...sessions.values()].map((session) => ({ session })),
      ...[...unsent.values()].map((each) => ({ unsent: each })),
    ];
    writeFileSync(file, kept.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  const session = (ref: string): Session | null => sessions.get(ref) ?? null;
  return {
    session,
    sessionOf: (tenant, reference) => session(references.get(`${tenant} ${reference}`) ?? ''),
    sessions: () => [...sessions.values()],
    unsent: () => [...unsent.values()],
    write(line) {
      take(line);
      if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
  };
}

function linesOf(file: string | null): Line[] {
  if (!file || !existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text) => {
      const { success, data } = z.safeParse(Line, parse(text));
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
