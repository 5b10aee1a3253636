// The calls with which staff work in a brand: what waits, decisions, and members.
import * as z from 'zod/mini';
import { photoReasons } from './photos.ts';
import { rules } from './safety.ts';
import { Brand, Email, MOST_CREDITS, Reason, staffCall } from './staff-call.ts';
import { Id, Moment, wholeNumber } from './values.ts';

const InBrand = z.strictObject({ brand: Brand });
const About = z.strictObject({ brand: Brand, id: Id });
const Done = z.null();
/** Told to the member, or to who reported or appealed. */
export const Told = z.optional(z.string().check(z.trim(), z.maxLength(2000)));
const Rule = z.enum(rules);
const Text = z.nullable(z.string());

/** What is done about a member. `until` ends a suspension. */
const measures = {
  warn: z.strictObject({ action: z.literal('warn'), rule: Rule, facts: Told }),
  suspend: z.strictObject({ action: z.literal('suspend'), rule: Rule, facts: Told, until: Moment }),
  ban: z.strictObject({ action: z.literal('ban'), rule: Rule, facts: Told }),
};

/** One thing that waits: ids and kinds only, so that the list itself shows nothing personal. */
const Waiting = z.strictObject({
  brand: z.string(),
  kind: z.enum(['photo', 'selfie', 'report', 'contact', 'appeal', 'complaint', 'parked']),
  id: z.string(),
  at: Moment,
  about: z.string(),
});

export const Decision = z.strictObject({
  at: Moment,
  operator: z.string(),
  action: z.string(),
  reason: Text,
  until: z.nullable(Moment),
  note: Text,
});

/** Of a picture or a recording. */
const Picture = z.object({ token: z.string() });

/** A copy of what was reported, as it was then. Names of files, which are kept as well, stay on the server. */
const Evidence = z.object({
  profile: z.object({ name: z.string(), line: z.string(), about: Text }),
  photo: z.optional(Picture),
  /** The reported one last. `mine`: written by who reported. */
  messages: z.optional(
    z.readonly(
      z.array(
        z.object({
          ...{ mine: z.boolean(), text: z.string(), at: z.string() },
          ...{ gift: z.optional(z.string()), deleted: z.optional(z.literal(true)) },
          ...{ picture: z.optional(Picture), voice: z.optional(Picture) },
        }),
      ),
    ),
  ),
});
export type Evidence = z.infer<typeof Evidence>;

const ReportAnswer = z.strictObject({
  report: z.strictObject({
    ...{ id: Id, at: Moment, about: z.string(), category: z.string(), text: z.string(), status: z.string() },
    ...{ name: z.string(), reporter: z.nullable(Id), reported: z.nullable(Id), member_status: Text },
    evidence: Evidence,
    before: z.array(Decision),
  }),
});

const AppealAnswer = z.strictObject({
  appeal: z.strictObject({
    ...{ id: Id, at: Moment, side: z.string(), text: z.string(), language: z.string(), outcome: Text },
    ...{ account: z.nullable(Id), photo: z.nullable(Id), report: z.nullable(Id) },
    decision: z.strictObject({ ...Decision.shape, facts: Text }),
  }),
});

const ComplaintAnswer = z.strictObject({
  complaint: z.strictObject({
    ...{ id: Id, at: Moment, subject: z.string(), text: z.string(), language: z.string(), email: z.string() },
    account: z.nullable(Id),
    closed: z.boolean(),
  }),
});

/** A report of the provider that did not fit its payment. `id` is the provider's name and its number of the event. */
const Parked = z.strictObject({ brand: Brand, id: z.string().check(z.minLength(3), z.maxLength(300)) });
const ParkedAnswer = z.strictObject({
  parked: z.strictObject({
    ...{ id: z.string(), at: Moment, kind: z.string(), payment: z.nullable(Id), amount: z.nullable(z.int()) },
    body: z.string(),
    closed: z.boolean(),
  }),
});

const MemberAnswer = z.strictObject({
  member: z.strictObject({
    ...{ id: Id, email: z.string(), status: z.string(), language: z.string(), signup_at: Moment },
    ...{ paid_user: z.boolean(), credits: z.int(), suspended_until: z.nullable(Moment), suspended_for: Text },
    deleted_at: z.nullable(Moment),
    profile: z.strictObject({
      ...{ name: z.string(), gender: z.string(), birth_date: z.string(), country: z.string(), city: Text },
      ...{ line: z.string(), about: Text, status: z.string(), reachable: z.boolean(), fictional: z.boolean() },
      last_active: Moment,
    }),
    /** Live ones. */
    sessions: z.int(),
    /** The newest entries first. */
    ledger: z.array(
      z.strictObject({ version: z.int(), kind: z.string(), credits: z.int(), balance: z.int(), at: Moment }),
    ),
    /** Amounts in minor units. */
    payments: z.array(
      z.strictObject({
        ...{ id: Id, status: z.string(), method: z.string(), amount: z.int(), currency: z.string() },
        ...{ credits: z.int(), refunded: z.int(), charged_back: z.int(), created_at: Moment },
      }),
    ),
    reports: z.array(
      z.strictObject({ id: Id, at: Moment, about: z.string(), category: z.string(), status: z.string() }),
    ),
    decisions: z.array(Decision),
  }),
});

export const deskCalls = {
  /** What waits in all brands, the oldest first, at most 100 of a kind in each. */
  'inbox.list': staffCall({
    method: 'GET',
    path: '/operator/api/inbox',
    input: z.strictObject({}),
    output: z.strictObject({ items: z.array(Waiting) }),
  }),
  'photos.decide': staffCall({
    method: 'POST',
    path: '/operator/api/photos/decide',
    input: z.strictObject({
      ...About.shape,
      verdict: z.union([
        z.strictObject({ action: z.literal('approve') }),
        z.strictObject({ action: z.literal('reject'), reason: z.enum(photoReasons) }),
      ]),
    }),
    /** The status before, with which a decision can be undone. */
    output: z.strictObject({ before: z.enum(['pending', 'active', 'rejected']) }),
  }),
  'reports.show': staffCall({ method: 'GET', path: '/operator/api/report', input: About, output: ReportAnswer }),
  'reports.decide': staffCall({
    method: 'POST',
    path: '/operator/api/reports/decide',
    input: z.strictObject({
      ...About.shape,
      measure: z.union([
        z.strictObject({ action: z.literal('close') }),
        z.strictObject({ action: z.literal('remove_photo'), reason: z.enum(photoReasons) }),
        ...Object.values(measures),
      ]),
      answer: Told,
      reason: Reason,
    }),
    output: Done,
  }),
  'appeals.show': staffCall({ method: 'GET', path: '/operator/api/appeal', input: About, output: AppealAnswer }),
  'appeals.decide': staffCall({
    method: 'POST',
    path: '/operator/api/appeals/decide',
    input: z.strictObject({
      ...About.shape,
      outcome: z.enum(['granted', 'refused']),
      answer: Told,
      reason: Reason,
    }),
    output: Done,
  }),
  'complaints.show': staffCall({
    method: 'GET',
    path: '/operator/api/complaint',
    input: About,
    output: ComplaintAnswer,
  }),
  /** The answer itself goes by mail; this says that nothing is left to do. */
  'complaints.close': staffCall({
    method: 'POST',
    path: '/operator/api/complaints/close',
    input: z.strictObject({ ...About.shape, reason: Reason }),
    output: Done,
  }),
  'parked.show': staffCall({ method: 'GET', path: '/operator/api/parked', input: Parked, output: ParkedAnswer }),
  'parked.close': staffCall({
    method: 'POST',
    path: '/operator/api/parked/close',
    input: z.strictObject({ ...Parked.shape, reason: Reason }),
    output: Done,
  }),
  /** By the whole address only, so that no one leafs through members. */
  'members.find': staffCall({
    method: 'GET',
    path: '/operator/api/members/find',
    input: z.strictObject({ ...InBrand.shape, email: Email }),
    output: z.strictObject({ id: z.nullable(Id) }),
  }),
  'members.show': staffCall({ method: 'GET', path: '/operator/api/member', input: About, output: MemberAnswer }),
  'members.decide': staffCall({
    method: 'POST',
    path: '/operator/api/members/decide',
    input: z.strictObject({
      ...About.shape,
      measure: z.union([z.strictObject({ action: z.literal('restore') }), ...Object.values(measures)]),
      reason: Reason,
    }),
    output: Done,
  }),
  /** Credits as goodwill, within the limit of the role (`GOODWILL`, src/domain/staff.ts). */
  'members.credit': staffCall({
    method: 'POST',
    path: '/operator/api/members/credit',
    input: z.strictObject({
      ...About.shape,
      credits: wholeNumber(1, MOST_CREDITS),
      reason: Reason,
    }),
    output: z.strictObject({ balance: z.int() }),
  }),
  /** Has the member's own export made, which opens with their own session only. `cannot_log_in` where that has none. */
  'members.export': staffCall({
    method: 'POST',
    path: '/operator/api/members/export',
    input: z.strictObject({ ...About.shape, reason: Reason }),
    output: Done,
  }),
  /** Erases a member at once and for good, as the law gives them; what is left is what any erasure leaves. */
  'members.erase': staffCall({
    method: 'POST',
    path: '/operator/api/members/erase',
    input: z.strictObject({ ...About.shape, reason: Reason }),
    output: Done,
  }),
  /** Takes the unused credits of a payment back and has their price refunded, also after the member's own term. */
  'payments.refund': staffCall({
    method: 'POST',
    path: '/operator/api/payments/refund',
    input: z.strictObject({ ...About.shape, reason: Reason }),
    output: z.strictObject({ credits: z.int(), amount: z.int(), currency: z.string() }),
  }),
} as const;
