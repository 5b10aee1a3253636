// Contract of chats: conversations, messages, read receipts and typing.
import * as z from 'zod/mini';
import { endpoint, NoOutput } from './endpoint.ts';
import { MemberCard } from './members.ts';
import { Id, Moment } from './values.ts';

/**
 * One message. `seq` counts from 1 without gaps and orders the conversation's messages for both members. A `held`
 * message waits until its sender confirms the e-mail address: only the sender sees it, its `seq` is 0, and it is
 * charged on delivery. `client_id` is chosen by the sender's client, unique per conversation and sender.
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

/**
 * One conversation in the list. `last` is its newest message, with the text cut to 120 graphemes; null without
 * messages.
 */
export const Chat = z.strictObject({
  conversation: z.strictObject({ id: Id }),
  profile: MemberCard,
  num_unread_messages: z.int(),
  last: z.nullable(z.strictObject({ text: z.string(), at: Moment, mine: z.boolean(), seq: z.int() })),
});
export type Chat = z.infer<typeof Chat>;

/**
 * A page of a conversation, oldest message first. `more` is true when older messages exist. `read_to` is the last `seq`
 * that the other member has read. `conversation` is null before the first message. `costs_credits` is the price of the
 * next message in whole credits. `free_left` is how many conversations a free member may still start, including this
 * one; null for premium members and once a conversation exists.
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

/** Largest `seq`: a PostgreSQL integer. */
const MAX_SEQ = 2 ** 31 - 1;
const seq = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_SEQ));

/**
 * Input of `messages`: a conversation, or the profile of the other member. `before` returns messages with a smaller
 * `seq`, `after` those with a larger one. `limit` is at most 100 (default 30).
 */
export const MessagesQuery = z.strictObject({
  conversation: z.optional(Id),
  profile: z.optional(Id),
  before: z.optional(seq),
  after: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_SEQ))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
});
export type MessagesQuery = z.infer<typeof MessagesQuery>;

/** A message to send. `profile` starts a conversation. A retry with the same `client_id` sends nothing twice. */
export const Draft = z.strictObject({
  conversation: z.optional(Id),
  profile: z.optional(Id),
  text: z.string().check(z.maxLength(40_000)),
  client_id: Id,
});
export type Draft = z.infer<typeof Draft>;

/**
 * Calls of chats. `send` answers the message and the new balance in whole credits. Errors: `not_enough_credits`
 * {needed, balance}, `premium_required` {limit} when a free member has no conversations left, `blocked`,
 * `message_too_long`, `conversation_limit` after 10 new conversations a day, `yourself`. A repeated `client_id` in the
 * same conversation answers the original message.
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
