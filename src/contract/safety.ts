// Contract of safety: blocking members, and reporting them, their photos and their messages.
import * as z from 'zod/mini';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';
import { MemberCard } from './members.ts';
import { Id, Moment, openEnum, wholeNumber } from './values.ts';

const MemberReference = z.strictObject({ id: Id });

/** What a report is about, as the member chooses it. */
export const reportCategories = [
  'fake',
  'scam',
  'harassment',
  'hate',
  'sexual',
  'underage',
  'illegal',
  'else',
] as const;

/** The rule that a decision about a member is based on. Each has a text in every language. */
export const rules = reportCategories;
export type Rule = (typeof rules)[number];

/**
 * A report of the member `profile`, of their `photo`, or of their message `seq` in a conversation with the caller; never of
 * photo and message at once. `text` has at most 2,000 characters and may be empty. `block` also blocks the member.
 */
export const Report = z.strictObject({
  profile: Id,
  photo: z.optional(Id),
  seq: z.optional(wholeNumber(1)),
  category: z.enum(reportCategories),
  text: z.string().check(z.trim(), z.maxLength(2000)),
  block: z.optional(z.boolean()),
});
export type Report = z.infer<typeof Report>;

/**
 * One of the caller's reports. `number` is what our mails call it. `status` is `received` until a person has decided, then
 * `acted` or `no_action`; `decision` is that person's statement.
 */
export const SentReport = z.strictObject({
  number: z.string(),
  name: z.string(),
  about: openEnum(['member', 'photo', 'message']),
  category: openEnum(reportCategories),
  status: openEnum(['received', 'acted', 'no_action']),
  decision: z.nullable(z.string()),
  at: Moment,
});
export type SentReport = z.infer<typeof SentReport>;

/** What a word of the scam guard is a sign of. */
export const wordKinds = ['money', 'contact'] as const;
export type WordKind = (typeof wordKinds)[number];
/** A word that the brand has added to those of the scam guard (src/domain/scam-guard.ts), or one of them that it has switched off. */
export const WordChange = z.strictObject({ kind: z.enum(wordKinds), word: z.string(), is_off: z.boolean() });
export type WordChange = z.infer<typeof WordChange>;

/**
 * Calls of safety. `block` and `unblock` are idempotent; `block` answers `yourself`, and `block_limit` with `retry_after`
 * after 20 blocks an hour. `blocked` lists the members the caller has blocked, latest first. `report` stores a report with a
 * copy of what it is about and mails a receipt; the same report on the same day is stored once. Errors: `yourself`,
 * `report_limit` with `retry_after` after 10 reports a day, `not_found` for a member, photo or message the caller cannot
 * have seen, or a message that was deleted for both more than a day ago. `reports` lists the caller's own reports, latest first, at most 100.
 * `words` lists what the brand has changed of the words of the scam guard.
 */
export const safety = {
  block: endpoint({
    method: 'PUT',
    path: '/api/block.php',
    access: 'member',
    input: MemberReference,
    output: NoOutput,
    errors: ['yourself', 'block_limit'],
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/api/block.php',
    access: 'member',
    input: MemberReference,
    output: NoOutput,
  }),
  blocked: endpoint({
    method: 'GET',
    path: '/api/blocks.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ profiles: z.array(MemberCard) }),
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/report.php',
    access: 'member',
    input: Report,
    output: z.strictObject({ number: z.string() }),
    errors: ['yourself', 'report_limit', 'block_limit'],
  }),
  reports: endpoint({
    method: 'GET',
    path: '/api/reports.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ reports: z.array(SentReport) }),
  }),
  words: endpoint({
    method: 'GET',
    path: '/api/scam-words.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ words: z.array(WordChange) }),
  }),
};
