// What travels in chats: the list of conversations, their messages, sending, reading and typing (spec §3 chat state).
import * as z from 'zod/mini';
import { endpoint, NoOutput } from './endpoint.ts';
import { MemberCard } from './members.ts';
import { Id, Moment } from './values.ts';

/**
 * One message. `seq` counts from 1 inside its conversation without gaps, in the order everybody sees. A `held` one waits until its
 * sender has confirmed the e-mail address: only the sender sees it, its `seq` is 0, and it is charged when it is delivered.
 * `client_id` is the sender's own number for it and unique per conversation and sender.
 */
export const Message = z.strictObject({
  client_id: Id,
  conversation: Id,
  seq: z.int(),
  mine: z.boolean(),
  text: z.string(),
  at: Moment,
  held: z.boolean(),
});
export type Message = z.infer<typeof Message>;

/** One conversation in the list; `last` is its newest message (its text cut to 120 graphemes), null while there is none. */
export const Chat = z.strictObject({
  conversation: z.strictObject({ id: Id }),
  profile: MemberCard,
  num_unread_messages: z.int(),
  last: z.nullable(z.strictObject({ text: z.string(), at: Moment, mine: z.boolean(), seq: z.int() })),
});
export type Chat = z.infer<typeof Chat>;

/**
 * A stretch of a conversation, oldest first. `more` says that older ones exist, `read_to` up to which `seq` the other
 * has read. `conversation` is null while the two have not written yet. `costs_credits` is the price of the next message.
 * `free_left` is how many conversations a free member may still start, this one included; null for premium members, and
 * once the two have a conversation.
 */
export const Conversation = z.strictObject({
  conversation: z.nullable(z.strictObject({ id: Id })),
  profile: MemberCard,
  messages: z.array(Message),
  more: z.boolean(),
  read_to: z.int(),
  costs_credits: z.int(),
  free_left: z.nullable(z.int()),
});
export type Conversation = z.infer<typeof Conversation>;

/** No conversation is longer, and the database counts no further. */
const MAX_SEQ = 2 ** 31 - 1;
const seq = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_SEQ));

/**
 * What `messages` takes: a conversation, or the profile of the member one writes with. `before` answers the ones older
 * than that `seq`, `after` the ones newer; `limit` is at most 100 (default 30).
 */
export const MessagesQuery = z.strictObject({
  conversation: z.optional(Id),
  profile: z.optional(Id),
  before: z.optional(seq),
  after: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_SEQ))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
});
export type MessagesQuery = z.infer<typeof MessagesQuery>;

/** A message to send, to a conversation or, for the first one, to a profile. `client_id` makes it one however often it is sent. */
export const Draft = z.strictObject({
  conversation: z.optional(Id),
  profile: z.optional(Id),
  text: z.string().check(z.maxLength(40_000)),
  client_id: Id,
});
export type Draft = z.infer<typeof Draft>;

/**
 * The calls about chats. `send` answers the message and the balance after it (whole credits). It refuses with `not_enough_credits`
 * {needed, balance}, `premium_required` {limit} when a free member starts one conversation too many, `blocked`, `message_too_long`,
 * `conversation_limit` after 10 new ones a day. A `client_id` sent before in the same conversation answers that message again.
 */
export const chats = {
  list: endpoint({
    method: 'GET',
    path: '/api/chats.php',
    access: 'member',
    input: z.strictObject({}),
    output: z.strictObject({ chats: z.array(Chat) }),
  }),
  messages: endpoint({
    method: 'GET',
    path: '/api/messages.php',
    access: 'member',
    input: MessagesQuery,
    output: Conversation,
    errors: ['blocked'],
    limit: 240,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/message.php',
    access: 'member',
    input: Draft,
    output: z.strictObject({ message: Message, credits: z.int() }),
    errors: ['not_enough_credits', 'premium_required', 'blocked', 'message_too_long', 'conversation_limit', 'yourself'],
    limit: 30,
  }),
  read: endpoint({
    method: 'PUT',
    path: '/api/chat-read.php',
    access: 'member',
    input: z.strictObject({ conversation: Id, seq: z.int().check(z.minimum(1)) }),
    output: z.strictObject({ num_unread_messages: z.int() }),
    idempotent: true,
  }),
  typing: endpoint({
    method: 'POST',
    path: '/api/typing.php',
    access: 'member',
    input: z.strictObject({ conversation: Id }),
    output: NoOutput,
    idempotent: true,
    limit: 30,
  }),
};
