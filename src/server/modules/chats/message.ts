// A message: as its two members see it, and its row in the database. The only file that shapes either.
import { type RawBuilder, sql } from 'kysely';
import type { Message, Quote, ReactionId } from '#contract/chats';
import { type MessageContent, shownContent } from './content.ts';

/** A message as the database keeps it. */
export interface MessageRow extends MessageContent {
  readonly conversation: string;
  readonly client_id: string;
  /** Its place in the conversation; 0 while it is held back. */
  readonly seq: number;
  readonly at: Date;
  readonly deleted: 'both' | 'sender' | null;
}

/** What is shown with a message as long as it is not deleted. */
interface Beside {
  readonly quote?: Quote | undefined;
  readonly reaction?: ReactionId | null;
  /** It waits until staff have read it. */
  readonly checked?: Message['checked'];
  /** What it waits for otherwise. */
  readonly lacks?: Message['lacks'];
}

/** A message that is held back. */
export const HELD_BACK = { seq: 0, deleted: null } as const;

/** The message as one of its members sees it; `mine` is true of its sender. */
export function toMessage(row: MessageRow, mine: boolean, { quote, reaction, checked, lacks }: Beside = {}): Message {
  const { client_id, conversation, seq, at, text, gift, picture, voice, deleted } = row;
  const content = shownContent({ text, gift, picture, voice, deleted }, mine);
  const placed = {
    at: at.toISOString(),
    held: seq === HELD_BACK.seq,
    ...(checked && { checked }),
    ...(lacks && { lacks }),
  };
  const message = { client_id, conversation, seq, mine, ...content, ...placed };
  return content.deleted ? message : { ...message, ...(quote && { quote }), ...(reaction && { reaction }) };
}

/** Format of `Date.toISOString`. The colons are quoted because pgbench reads a colon before a letter as a variable. */
const ISO_TIME = sql.lit('YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"');

/**
 * The fields of a text message that its sender has just sent, as `toMessage` makes them, for a statement that stores its own answer.
 * tests/api/message-shape.test.ts compares both.
 */
export const sentTextFields = (conversation: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`client_id, ${conversation} as conversation, seq, true as mine, text, to_char(at at time zone 'UTC', ${ISO_TIME}) as at, false as held`;

const COLUMNS = [
  'tenant',
  'conversation',
  'seq',
  'sender',
  'client_id',
  'text',
  'at',
  'cost',
  'gift',
  'picture',
  'voice',
  'quote',
] as const;

/** Writes delivered messages, one for each row of `from`. */
export const insertMessages = (
  values: Readonly<Record<(typeof COLUMNS)[number], RawBuilder<unknown>>>,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`insert into message (${sql.join(COLUMNS.map((column) => sql.ref(column)))})
    select ${sql.join(COLUMNS.map((column) => values[column]))} from ${from}`;
