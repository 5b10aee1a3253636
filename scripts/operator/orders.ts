// What an operator can order, and the check of what was typed.
import { photoReasons } from '#contract/photos';
import { rules } from '#contract/safety';
import { staffRoles } from '#contract/staff';
import { STAFF } from '#domain/staff';
import type { PhotoVerdict } from '#server/modules/photos/moderation';
import type { MemberMeasure } from '#server/modules/safety/decide-member';
import type { Measure } from '#server/modules/safety/decide-report';
import { type Arguments, UsageError } from '../arguments.ts';
import { idIn, operatorIn } from './desk-orders.ts';
import { fictionalUsage } from './fictional.ts';
import { guardOptions, guardUsage } from './guard.ts';
import { jobsUsage } from './jobs.ts';
import { type MonthOrder, monthUsage, readMonthOrder } from './month-report.ts';
import { type PreviewOrder, previewUsage, readPreviewOrder } from './preview.ts';
import { selfieOptions, selfieUsage } from './selfie.ts';
import { dayOf, type FiguresOrder, figuresOptions, figuresUsage, isAboutFigures, readFiguresOrder } from './figures.ts';

export const command = {
  usage: `Usage: npm run operator -- queue
       npm run operator -- photo approve ID --as NAME
       npm run operator -- photo reject ID --as NAME --because REASON
${selfieUsage.calls}
       npm run operator -- reports
       npm run operator -- report show ID
       npm run operator -- report close ID --as NAME --note TEXT
       npm run operator -- report remove-photo ID --as NAME --because REASON
       npm run operator -- report warn|ban ID --as NAME --because RULE
       npm run operator -- report suspend ID --as NAME --because RULE --until DAY
       npm run operator -- member warn|ban ID --as NAME --because RULE
       npm run operator -- member restore ID --as NAME --note TEXT
       npm run operator -- member suspend ID --as NAME --because RULE --until DAY
       npm run operator -- appeals
       npm run operator -- appeal grant|refuse ID --as NAME --note TEXT [--alone]
       npm run operator -- inbox
       npm run operator -- member find EMAIL
       npm run operator -- member show ID
       npm run operator -- member credit ID --credits NUMBER --as NAME --because TEXT
       npm run operator -- member export ID --as NAME --because TEXT [--file PATH]
       npm run operator -- member erase ID --as NAME --because TEXT
       npm run operator -- payment refund ID --as NAME --because TEXT
       npm run operator -- complaint show ID
       npm run operator -- complaint close ID --as NAME --because TEXT
       npm run operator -- parked show ID
       npm run operator -- parked close ID --as NAME --because TEXT
${guardUsage.calls}
       npm run operator -- audit [--before ID]
${jobsUsage.calls}
${fictionalUsage.calls}
${figuresUsage.calls}
${monthUsage.calls}
       npm run operator -- staff list
       npm run operator -- staff invite EMAIL --role ROLE --as NAME --because TEXT
       npm run operator -- staff disable EMAIL --as NAME --because TEXT
${previewUsage.calls}
queue, reports and appeals list what waits, of all niches, the oldest first. A report is decided once; its reporter is told the
outcome by mail, and the member the reasons and how to appeal. A granted appeal undoes the decision; one by the reporter opens
the report again. Someone else decides about an appeal; --alone says that there is no one else.
inbox lists everything that waits, of all niches: photos, selfies, reports, first messages (contact), appeals, complaints, and payment reports
that did not fit (parked).
${selfieUsage.explained}
${guardUsage.explained}
${jobsUsage.explained}
Every command takes --json, and prints one object a line; those from inbox to audit print nothing else. A refund takes the unused credits back. member export has
the member's own export made, which opens with their login only; with --file it writes one to PATH, for who cannot log in or asks by post.
member erase is at once and for good: refund what is unused before. audit prints the newest ${STAFF.auditPage} entries
of what was looked at and changed; --before the id of the first one prints those before it.
staff invite prints the link with which someone sets a password and an authenticator, also who has lost one. ROLE is ${staffRoles.join(', ')}.
NAME is who decides. REASON is ${photoReasons.join(', ')}.
RULE is ${rules.join(', ')}. DAY is when a suspension ends, at 0:00 UTC, as 2027-01-31.
--note TEXT is kept with a decision and in the audit log, where it says why, and told to no one; --facts TEXT is told to the
member, --answer TEXT to who reported or appealed.
${fictionalUsage.explained}
${figuresUsage.explained}
${monthUsage.explained}
${previewUsage.explained}`,
  options: {
    as: { type: 'string' },
    because: { type: 'string' },
    until: { type: 'string' },
    note: { type: 'string' },
    facts: { type: 'string' },
    answer: { type: 'string' },
    alone: { type: 'boolean' },
    ...figuresOptions,
    month: { type: 'string' },
    role: { type: 'string' },
    credits: { type: 'string' },
    before: { type: 'string' },
    file: { type: 'string' },
    ...guardOptions,
    ...selfieOptions,
  },
  names: 3,
} as const;

interface Decided {
  readonly id: string;
  readonly operator: string;
  readonly note?: string;
}
export type Order =
  | FiguresOrder
  | MonthOrder
  | PreviewOrder
  | { readonly kind: 'queue' | 'reports' | 'appeals' }
  | (Decided & { readonly kind: 'photo'; readonly verdict: PhotoVerdict })
  | { readonly kind: 'show'; readonly id: string }
  | (Decided & { readonly kind: 'report'; readonly measure: Measure; readonly answer?: string })
  | (Decided & { readonly kind: 'member'; readonly measure: MemberMeasure | 'restore' })
  | (Decided & {
      readonly kind: 'appeal';
      readonly outcome: 'granted' | 'refused';
      readonly answer?: string;
      readonly isAlone: boolean;
    });
/** How the answer is printed: with `--json` an object a line, where the order has no form of its own. */
export interface Printed {
  readonly isJson?: boolean;
}
/** What the database is needed for. */
export type StoredOrder = Exclude<Order, PreviewOrder>;
/** What is about one niche at a time. */
export type OneOrder = Exclude<StoredOrder, FiguresOrder | MonthOrder>;

export type Given = Pick<Arguments<typeof command.options>, 'positionals' | 'values'>;
export type Values = Given['values'];

/** Checks what was typed; throws a UsageError with one sentence. */
export function readOrder({ positionals, values }: Given): Order {
  const [kind, action = '', id = ''] = positionals;
  if (isAboutFigures(positionals)) return readFiguresOrder(positionals, values);
  if (kind === 'preview') return readPreviewOrder(positionals, values.json);
  if (kind === 'report' && action === '' && values.month !== undefined) return readMonthOrder(values);
  return orderOf(kind, action, id, values);
}

function orderOf(kind: string | undefined, action: string, id: string, values: Values): Order {
  if (kind === 'queue' || kind === 'reports' || kind === 'appeals') {
    if (action !== '') throw new UsageError(`"${action}" means nothing to ${kind}.`);
    return { kind };
  }
  if (kind === 'photo') return photoOrder(action, id, values);
  if (kind === 'report')
    return action === 'show' ? { kind: 'show', id: idOf('report', id) } : reportOrder(action, id, values);
  if (kind === 'member') {
    if (!['warn', 'suspend', 'ban', 'restore'].includes(action))
      throw new UsageError('The second word is find, show, warn, suspend, ban, restore, credit, export or erase.');
    if (action === 'restore') return { kind, measure: action, ...explained('member', id, values) };
    return { kind, measure: memberMeasure(action, values), ...decided('member', id, values) };
  }
  if (kind === 'appeal') return appealOrder(action, id, values);
  throw new UsageError(
    'The first word is inbox, queue, photo, selfie, reports, report, member, appeals, appeal, payment, complaint, parked, contact, words, audit, jobs, staff, fictional, figures or preview.',
  );
}

function photoOrder(action: string, id: string, values: Values): Order {
  if (action !== 'approve' && action !== 'reject')
    throw new UsageError('A photo is approved or rejected: approve, reject.');
  const order = { kind: 'photo', ...decided('photo', id, values) } as const;
  if (action === 'approve') return { ...order, verdict: { action } };
  return { ...order, verdict: { action, reason: photoReason(values) } };
}

function reportOrder(action: string, id: string, values: Values): Order {
  const known = ['close', 'warn', 'remove-photo', 'suspend', 'ban'];
  if (!known.includes(action)) throw new UsageError(`The second word is show, ${known.join(', ')}.`);
  return {
    ...{ kind: 'report', measure: measureOf(action, values) },
    // Any other measure has a rule or a reason.
    ...(action === 'close' ? explained : decided)('report', id, values),
    ...(values.answer ? { answer: values.answer } : {}),
  };
}

function measureOf(action: string, values: Values): Measure {
  if (action === 'close') return { action };
  if (action === 'remove-photo') return { action: 'remove_photo', reason: photoReason(values) };
  return memberMeasure(action, values);
}

function memberMeasure(action: string, { because, until, facts }: Values): MemberMeasure {
  const rule = rules.find((each) => each === because);
  if (!rule) throw new UsageError(`--because is one of ${rules.join(', ')}.`);
  const reasons = { rule, ...(facts ? { facts } : {}) };
  if (action !== 'suspend') {
    return { action: action === 'ban' ? 'ban' : 'warn', ...reasons };
  }
  return { action, until: dayOf('until', until), ...reasons };
}

function appealOrder(action: string, id: string, values: Values): Order {
  if (action !== 'grant' && action !== 'refuse')
    throw new UsageError('An appeal is granted or refused: grant, refuse.');
  return {
    ...{ kind: 'appeal', outcome: action === 'grant' ? 'granted' : 'refused', isAlone: values.alone === true },
    ...explained('appeal', id, values),
    ...(values.answer ? { answer: values.answer } : {}),
  };
}

function photoReason({ because }: Values) {
  const reason = photoReasons.find((each) => each === because);
  if (!reason) throw new UsageError(`--because is one of ${photoReasons.join(', ')}.`);
  return reason;
}

function decided(what: string, id: string, { as, note }: Values): Decided {
  return { id: idOf(what, id), operator: operatorIn({ as }), ...(note?.trim() ? { note: note.trim() } : {}) };
}

/** What has no reason of its own is told why. */
function explained(what: string, id: string, values: Values): Decided {
  const found = decided(what, id, values);
  if (!found.note) throw new UsageError('--note says why.');
  return found;
}

const LISTED_BY: Readonly<Record<string, string>> = { photo: 'queue', report: 'reports', appeal: 'appeals' };

function idOf(what: string, id: string): string {
  const list = LISTED_BY[what] ?? 'report show';
  return idIn(id, `"${id}" is no id of a ${what}; ${list} shows it.`);
}
