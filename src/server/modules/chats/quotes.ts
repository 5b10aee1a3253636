// Messages as a member who answers them or reacts to them may see them: those deleted, hidden or of another conversation are left out.
import { sql } from 'kysely';
import type { Quote } from '#contract/chats';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import type { Relationship } from '../members/relationship.ts';
import { PREVIEW_CODE_POINTS, previewOf } from './content.ts';
import { type MessageSpan, shownSpan } from './history.ts';

interface Viewed {
  readonly tenant: number;
  readonly me: string;
  readonly span: MessageSpan | null;
}

/** By their numbers. */
export async function readQuotes(
  db: Db,
  { tenant, me, span }: Viewed,
  answered: readonly { readonly quote: number | null }[],
): Promise<ReadonlyMap<number | null, Quote>> {
  const numbers = answered.flatMap(({ quote }) => quote ?? []);
  if (!span || numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('message')
    .select([
      'seq',
      'sender',
      'deleted',
      'gift',
      'picture',
      'voice',
      sql<string>`left(text, ${PREVIEW_CODE_POINTS}::int)`.as('text'),
    ])
    .where('tenant', '=', tenant)
    .where('conversation', '=', span.id)
    .where('at', '>=', span.from)
    .where('at', '<=', span.until)
    .where('seq', 'in', numbers)
    .where('seq', '>', span.deletedTo)
    .execute();
  const quotes = rows.map(({ seq, sender, ...message }) => ({
    seq,
    mine: sender === me,
    ...previewOf(message, sender === me),
  }));
  return new Map(quotes.flatMap(({ deleted, ...quote }) => (deleted ? [] : [[quote.seq, quote] as const])));
}

/** The message of the conversation with that number, if the caller may see it. */
export async function shownMessage(ctx: Ctx, between: Relationship, seq: number | null): Promise<Quote | undefined> {
  const viewed = { tenant: ctx.tenant, me: ctx.member().id, span: shownSpan(between, ctx.now()) };
  return (await readQuotes(ctx.db, viewed, [{ quote: seq }])).get(seq);
}
