// Contract of chats: conversations, messages, read receipts and typing. What is uploaded to them is in chat-uploads.ts.
import * as z from 'zod/mini';
import { endpoint, NoOutput } from './endpoint.ts';
import { MemberCard } from './members.ts';
import { Id, Moment, numberInQuery, openEnum, wholeNumber } from './values.ts';

/** Gifts whose drawings move. */
export const movingGiftIds = [
  ...(['sun', 'heart', 'smile', 'fireworks', 'cake', 'record', 'butterfly', 'fire'] as const),
] as const;
export type MovingGiftId = (typeof movingGiftIds)[number];

/** What members give each other; prices are in src/domain/gifts.ts. */
export const giftIds = [
  ...(['daisy', 'tea', 'crane', 'cupcake', 'letter', 'rose'] as const),
  ...(['chocolates', 'lantern', 'bouquet', 'star', 'moon', 'balloon'] as const),
  ...movingGiftIds,
] as const;
export type GiftId = (typeof giftIds)[number];

/** How a member may react to a message of the other one. */
export const reactionIds = ['heart', 'laugh', 'wow', 'sad', 'thumbs', 'fire'] as const;
export type ReactionId = (typeof reactionIds)[number];

/** The members who no longer see a deleted message. */
export const deletionScopes = ['both', 'me'] as const;
export type DeletionScope = (typeof deletionScopes)[number];

/**
 * A picture that was sent: paths appended to `cdn_prefix`, and a small form in which nothing can be recognized. Only the two members may open
 * them. `revealing`: it may show nudity, and its receiver is asked before it is shown.
 */
export const ChatPicture = z.strictObject({
  match: z.string(),
  blurred: z.string(),
  revealing: z.optional(z.literal(true)),
});
export type ChatPicture = z.infer<typeof ChatPicture>;

/** A recording that was sent: a path appended to `cdn_prefix`, and how long it plays. Only the two members may open it. */
export const ChatVoice = z.strictObject({ path: z.string(), seconds: z.int() });
export type ChatVoice = z.infer<typeof ChatVoice>;

/** The message that another one answers, with its text cut to 120 graphemes. */
export const Quote = z.strictObject({
  seq: z.int(),
  mine: z.boolean(),
  text: z.string(),
  gift: z.optional(openEnum(giftIds)),
  picture: z.optional(z.literal(true)),
  voice: z.optional(z.literal(true)),
});
export type Quote = z.infer<typeof Quote>;

/**
 * One message. `seq` counts from 1 without gaps and orders the conversation's messages for both members. A `held`
 * message waits: only the sender sees it, its `seq` is 0, and it is charged on delivery. One that is `checked` waits until staff have read
 * it, one that `lacks` something for that, and any other until its sender confirms the e-mail address.
 * `client_id` is chosen by the sender's client, unique per conversation and sender. A `deleted`
 * message keeps its place without its text: deleted for `both`, or by the caller for `me`. A `gift` and a `picture` have no text; that of a
 * `voice` message is what its sender wrote below it.
 * `quote` is absent when its message is no longer shown. `reaction` is that of the member who received the message.
 */
export const Message = z.strictObject({
  client_id: Id,
  conversation: Id,
  seq: z.int(),
  mine: z.boolean(),
  text: z.string(),
  at: Moment,
  held: z.boolean(),
  checked: z.optional(z.literal(true)),
  lacks: z.optional(openEnum(['credits', 'consent'])),
  deleted: z.optional(z.enum(deletionScopes)),
  gift: z.optional(openEnum(giftIds)),
  picture: z.optional(ChatPicture),
  voice: z.optional(ChatVoice),
  quote: z.optional(Quote),
  reaction: z.optional(openEnum(reactionIds)),
});
export type Message = z.infer<typeof Message>;

/**
 * One conversation in the list. `last` is its newest message, with the text cut to 120 graphemes; null without
 * messages. `hidden`: its age hides it. `reaction`, `checked` and `lacks` as in `Message`.
 */
export const Chat = z.strictObject({
  conversation: z.strictObject({ id: Id }),
  profile: MemberCard,
  num_unread_messages: z.int(),
  last: z.nullable(
    z.strictObject({
      text: z.string(),
      at: Moment,
      mine: z.boolean(),
      seq: z.int(),
      checked: z.optional(z.literal(true)),
      lacks: z.optional(openEnum(['credits', 'consent'])),
      deleted: z.optional(z.enum(deletionScopes)),
      gift: z.optional(openEnum(giftIds)),
      picture: z.optional(z.literal(true)),
      voice: z.optional(z.literal(true)),
      reaction: z.optional(openEnum(reactionIds)),
      hidden: z.optional(z.literal(true)),
    }),
  ),
});
export type Chat = z.infer<typeof Chat>;

/**
 * A page of a conversation, oldest message first. `more` is true when older messages exist. `hidden`: the last message
 * is so old that no delivered one is shown; a new one brings them back. `read_to` is the last `seq`
 * that the other member has read. `conversation` is null before the first message. `costs_credits` is the price of the
 * next message in whole credits. `free_left` is how many conversations a free member may still start, including this
 * one; null for premium members and once a conversation exists.
 */
export const Conversation = z.strictObject({
  conversation: z.nullable(z.strictObject({ id: Id })),
  profile: MemberCard,
  messages: z.array(Message),
  more: z.boolean(),
  hidden: z.boolean(),
  read_to: z.int(),
  costs_credits: z.int(),
  free_left: z.nullable(z.int()),
});
export type Conversation = z.infer<typeof Conversation>;

/**
 * Input of `messages`: a conversation, or the profile of the other member. `before` returns messages with a smaller
 * `seq`, `after` those with a larger one. `limit` is at most 100 (default 30).
 */
export const MessagesQuery = z.strictObject({
  conversation: z.optional(Id),
  profile: z.optional(Id),
  before: z.optional(numberInQuery(1)),
  after: z.optional(numberInQuery(0)),
  limit: z.optional(numberInQuery(1, 100)),
});
export type MessagesQuery = z.infer<typeof MessagesQuery>;

/**
 * A message to send: either a `text` or a `gift`. `profile` starts a conversation. A retry with the same `client_id` sends nothing twice.
 * `quote` is the `seq` of the message that it answers; one that the sender no longer sees is left out.
 */
export const Draft = z.strictObject({
  conversation: z.optional(Id),
  profile: z.optional(Id),
  text: z.optional(z.string().check(z.maxLength(40_000))),
  gift: z.optional(z.enum(giftIds)),
  quote: z.optional(wholeNumber(1)),
  client_id: Id,
});
export type Draft = z.infer<typeof Draft>;

/**
 * Why a message of any kind is refused: `not_enough_credits` {needed, balance}, of one that would be held less what all held ones will cost,
 * `premium_required` {limit} when a free member has no conversations left, `blocked_by_you` when the caller did it, `conversation_limit`
 * {limit} after 10 new conversations a day.
 */
export const SEND_ERRORS = [
  ...(['not_enough_credits', 'premium_required', 'blocked', 'blocked_by_you', 'message_too_long'] as const),
  ...(['conversation_limit', 'consent_required', 'yourself'] as const),
] as const;

/** A page of conversations, newest first. Where there are `more`, the first one says how many messages are `unread` in all of them. */
const Chats = z.strictObject({
  chats: z.array(Chat),
  more: z._default(z.boolean(), false),
  unread: z.optional(z.int()),
});

/** Calls of chats. */
export const chats = {
  /** A page of conversations, newest first, from page 0 on. */
  list: endpoint({
    method: 'GET',
    path: '/api/chats.php',
    access: 'member',
    input: z.strictObject({ page: z.optional(numberInQuery(0, 1000)) }),
    output: Chats,
  }),
  /** A page of one conversation, with all that the caller has kept back there; marks nothing as read. */
  messages: endpoint({
    method: 'GET',
    path: '/api/messages.php',
    access: 'member',
    input: MessagesQuery,
    output: Conversation,
    errors: ['blocked', 'blocked_by_you'],
    limit: 240,
  }),
  /** Answers the message and the new balance in whole credits. A repeated `client_id` in a conversation answers the original message. */
  send: endpoint({
    method: 'POST',
    path: '/api/message.php',
    access: 'member',
    input: Draft,
    output: z.strictObject({ message: Message, credits: z.int() }),
    errors: SEND_ERRORS,
    limit: 30,
  }),
  /** The caller has read up to `seq`; answers how many messages of the other member are still unread. */
  read: endpoint({
    method: 'PUT',
    path: '/api/chat-read.php',
    access: 'member',
    input: z.strictObject({ conversation: Id, seq: wholeNumber(1) }),
    output: z.strictObject({ num_unread_messages: z.int() }),
    idempotent: true,
  }),
  /** Shows the other member for some seconds that the caller is typing; not before the first delivered message. */
  typing: endpoint({
    method: 'POST',
    path: '/api/typing.php',
    access: 'member',
    input: z.strictObject({ conversation: Id }),
    output: NoOutput,
    idempotent: true,
    limit: 30,
  }),
  /** A message of the caller: within 15 minutes for `both`, later only for `me`. Its price is not returned, a held one never had any. */
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/api/message.php',
    access: 'member',
    input: z.strictObject({ conversation: Id, client_id: Id, scope: z.enum(deletionScopes) }),
    output: NoOutput,
    errors: ['delete_too_late'],
  }),
  /** Sets the caller's one reaction to a message of the other member, or with null takes it back, for free. */
  react: endpoint({
    method: 'PUT',
    path: '/api/reaction.php',
    access: 'member',
    input: z.strictObject({ conversation: Id, seq: wholeNumber(1), reaction: z.nullable(z.enum(reactionIds)) }),
    output: NoOutput,
    errors: ['blocked', 'blocked_by_you', 'consent_required'],
    idempotent: true,
  }),
  /** Deletes the conversation for the caller alone, until a new message arrives; what they have kept back there is dropped. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/chat.php',
    access: 'member',
    input: z.strictObject({ conversation: Id }),
    output: NoOutput,
  }),
};
