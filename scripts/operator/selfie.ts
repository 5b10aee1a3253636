// Orders about selfies that wait: shown with the places of both pictures, and judged; printed as JSON.
import { selfieReasons } from '#contract/selfies';
import type { Db, OpenDatabase } from '#server/db/index';
import { Refusal } from '#server/http/refusal';
import type { PhotoFiles } from '#server/media/photo-files';
import type { SelfieVerdict } from '#server/modules/selfies/decide-selfie';
import { type AuditNote, inAuditIfFound } from '#server/staff/audit';
import { judgeSelfie, readJudged } from '#server/staff/desk/judged-selfie';
import type { Site } from '#site/load';
import { UsageError } from '../arguments.ts';
import { idIn, operatorIn } from './desk-orders.ts';

export const selfieUsage = {
  calls: `       npm run operator -- selfie show ID
       npm run operator -- selfie approve ID --photo ID --as NAME
       npm run operator -- selfie reject ID --photo ID --as NAME --because ${selfieReasons.join('|')}`,
  explained: `selfie is about the selfie by which a member has the main photo verified: --photo is the photo that it was compared with, as selfie
show says.`,
} as const;

export const selfieOptions = { photo: { type: 'string' } } as const;

export type SelfieOrder = { readonly kind: 'selfie'; readonly id: string } & (
  | { readonly what: 'show' }
  | {
      readonly what: 'approve' | 'reject';
      readonly photo: string;
      readonly operator: string;
      readonly verdict: SelfieVerdict;
    }
);

interface Typed {
  readonly as?: string | undefined;
  readonly because?: string | undefined;
  readonly photo?: string | undefined;
}

/** Null when what was typed is another kind of order. */
export function selfieOrder([first, what = '', named = '']: readonly string[], typed: Typed): SelfieOrder | null {
  const kind = 'selfie';
  if (first !== kind) return null;
  if (what !== 'show' && what !== 'approve' && what !== 'reject')
    throw new UsageError('The second word is show, approve or reject.');
  const id = idIn(named, `"${named}" is no id of a selfie; inbox shows it.`);
  if (what === 'show') return { kind, what, id };
  const photo = idIn(typed.photo ?? '', '--photo is the id of the main photo that selfie show prints.');
  const decided = { kind, what, id, photo, operator: operatorIn(typed) } as const;
  return { ...decided, verdict: what === 'approve' ? { action: what } : { action: what, reason: reasonIn(typed) } };
}

function reasonIn({ because }: Typed) {
  const reason = selfieReasons.find((each) => each === because);
  if (!reason) throw new UsageError(`--because is one of ${selfieReasons.join(', ')}.`);
  return reason;
}

interface Given {
  readonly database: OpenDatabase;
  readonly sites: readonly Site[];
  readonly photos: Pick<PhotoFiles, 'locate'>;
  readonly now: Date;
}

export async function carryOutSelfie(given: Given, order: SelfieOrder): Promise<string[]> {
  const { database, sites, now } = given;
  const name = order.what === 'show' ? 'command line' : order.operator;
  for (const site of sites) {
    const actor = { id: null, name, role: null };
    const place = { tenant: site.id, at: now, call: `operator selfie ${order.what}`, actor };
    const done = await inAuditIfFound(database, place, async (db, note) => {
      const found = await inNiche(db, given, site, order).catch(explain);
      if (found) await note(found.note);
      return found;
    });
    if (done) return [JSON.stringify({ brand: site.folder, ...done.answer })];
  }
  throw new UsageError(`There is no selfie ${order.id}.`);
}

/** What is printed, and what the log says about it; null when the selfie does not belong to this niche. */
interface Found {
  readonly answer: object;
  readonly note: AuditNote;
}

async function inNiche(
  db: Db,
  { photos, now }: Given,
  { id: tenant }: Site,
  order: SelfieOrder,
): Promise<Found | null> {
  const { id } = order;
  if (order.what === 'show') {
    const judged = await readJudged(db, tenant, id);
    if (!judged) return null;
    const { selfie, file, photo } = judged;
    const place = (kept: string): string => photos.locate(kept, '1280.webp');
    const main = photo && { id: photo.id, file: place(photo.file) };
    return { answer: { ...selfie, file: place(file), photo: main }, note: { subject: `selfie ${id}` } };
  }
  const { photo, operator, verdict } = order;
  const note = await judgeSelfie(db, { tenant, selfie: id, photo, operator, verdict, now });
  return note && { answer: { id, ...note.after }, note };
}

/** A refusal as a sentence for the terminal; the transaction is rolled back. */
function explain(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new UsageError('The main photo is another one by now: look at it with selfie show.');
}
