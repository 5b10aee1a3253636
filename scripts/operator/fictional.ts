// Orders about fictional profiles: listing, making, editing and retiring them.
import { readFileSync } from 'node:fs';
import { FictionalFields } from '#contract/staff-fictional';
import type { Db, OpenDatabase } from '#server/db/index';
import { Refusal } from '#server/http/refusal';
import { checkInput } from '#server/http/validate-input';
import { profileFigures } from '#server/modules/figures/report-figures';
import { trustCount } from '#server/modules/trust/count';
import type { Queue } from '#server/queue';
import { type AuditNote, inAuditIfFound } from '#server/staff/audit';
import {
  countRetired,
  editFictional,
  listFictional,
  makeFictional,
  retireFictional,
} from '#server/staff/desk/fictional';
import type { Site } from '#site/load';
import { UsageError } from '../arguments.ts';
import { idIn, type Signed, signed } from './desk-orders.ts';
import type { Printed } from './orders.ts';
import { sitesOf } from './sites.ts';
import { tableLines } from './tabular.ts';

export const fictionalUsage = {
  calls: `       npm run operator -- fictional list NICHE
       npm run operator -- fictional make NICHE --file PATH --as NAME --because TEXT
       npm run operator -- fictional edit ID --file PATH --as NAME --because TEXT
       npm run operator -- fictional retire ID --as NAME --because TEXT`,
  explained: `fictional list counts the profiles that members can find, as the trust page does, and lists the newest fictional ones. PATH is a
JSON file with ${Object.keys(FictionalFields.shape).join(', ')}, by the rules of a member's own profile.`,
} as const;

export type FictionalOrder = { readonly kind: 'fictional' } & (
  | { readonly action: 'list'; readonly brand: string }
  | ({ readonly action: 'make'; readonly brand: string; readonly file: string } & Signed)
  | ({ readonly action: 'edit'; readonly id: string; readonly file: string } & Signed)
  | ({ readonly action: 'retire'; readonly id: string } & Signed)
);

interface Typed {
  readonly as?: string | undefined;
  readonly because?: string | undefined;
  readonly file?: string | undefined;
}

/** Checks what was typed after `fictional`. */
export function fictionalOrder(action: string, named: string, typed: Typed): FictionalOrder {
  const kind = 'fictional';
  if (action === 'list' || action === 'make') {
    if (named === '') throw new UsageError(`fictional ${action} takes a niche.`);
    if (action === 'list') return { kind, action, brand: named };
    return { kind, action, brand: named, file: fileIn(typed), ...signed(typed) };
  }
  if (action === 'edit') return { kind, action, id: idIn(named), file: fileIn(typed), ...signed(typed) };
  if (action === 'retire') return { kind, action, id: idIn(named), ...signed(typed) };
  throw new UsageError('Fictional profiles are listed, made, edited or retired: list, make, edit, retire.');
}

function fileIn({ file = '' }: Typed): string {
  if (file === '') throw new UsageError('--file names a JSON file with the profile.');
  return file;
}

interface Given {
  readonly database: OpenDatabase;
  readonly queue: Queue;
  readonly sites: readonly Site[];
  readonly now: Date;
}

/** The lines to print. */
export async function carryOutFictional(given: Given, order: FictionalOrder & Printed): Promise<string[]> {
  if (order.action === 'list') return listLines(given, order);
  const fields = 'file' in order ? fieldsIn(order.file) : null;
  const { database, sites, now } = given;
  const actor = { id: null, name: order.operator, role: null };
  const call = `operator fictional ${order.action}`;
  for (const site of 'brand' in order ? sitesOf(sites, order.brand) : sites) {
    const done = await inAuditIfFound(database, { tenant: site.id, at: now, actor, call }, async (db, note) => {
      const found = await inNiche(given, db, site, order, fields).catch(explain);
      if (!found) return null;
      await note({ ...found.note, reason: order.because });
      await given.queue.add(db, trustCount, { tenant: site.id });
      return found;
    });
    if (!done) continue;
    const [brand, said] = [site.folder, DONE[order.action]];
    return [order.isJson ? JSON.stringify({ brand, id: done.id, [said]: true }) : `${brand}: ${done.id} ${said}`];
  }
  throw new UsageError(`There is no fictional profile ${'id' in order ? order.id : ''}.`);
}

const DONE = { make: 'made', edit: 'edited', retire: 'retired' } as const;

type ChangingOrder = Exclude<FictionalOrder, { readonly action: 'list' }>;

async function inNiche(
  { now }: Given,
  db: Db,
  site: Site,
  order: ChangingOrder,
  fields: FictionalFields | null,
): Promise<{ readonly id: string; readonly note: AuditNote } | null> {
  if (order.action === 'make') return fields && makeFictional(db, { site, fields, now });
  const { id } = order;
  const note =
    order.action === 'retire'
      ? await retireFictional(db, site.id, id)
      : fields && (await editFictional(db, id, { site, fields, now }));
  return note && { id, note };
}

function fieldsIn(file: string): FictionalFields {
  try {
    return checkInput(FictionalFields, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Refusal) return explain(error);
    throw new UsageError(`${file} could not be read as JSON.`);
  }
}

/** A refusal as a sentence for the terminal; the transaction is rolled back. */
function explain(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  if (error.code === 'already_decided') throw new UsageError('It is retired already.');
  const refused = Object.entries(error.detail.fields ?? {});
  const said = refused.map(([name, code]) => `${name}: ${code.replaceAll('_', ' ')}`);
  throw new UsageError(`The profile is refused. ${said.join('; ')}.`);
}

async function listLines({ database, sites }: Given, order: { readonly brand: string } & Printed): Promise<string[]> {
  const [site] = sitesOf(sites, order.brand);
  if (!site) return [];
  const { counts, list } = await database.inTenant(site.id, async (db) => ({
    counts: { ...(await profileFigures(db, site.id)), retired: await countRetired(db, site.id) },
    list: await listFictional(db, site.id),
  }));
  if (order.isJson) return [{ brand: order.brand, ...counts }, ...list].map((each) => JSON.stringify(each));
  const rows = list.map(({ id, name, gender, seeks, date_of_birth, country, retired, line }) => [
    ...[id, retired ? 'retired' : 'shown', date_of_birth, country, gender, seeks ?? '', name, line],
  ]);
  const head = ['id', '', 'born', 'country', 'gender', 'seeks', 'name', 'line'];
  return [
    `${order.brand}: ${counts.fictional} of ${counts.profiles} profiles that members find are fictional; ${counts.retired} are retired.`,
    ...(rows.length > 0 ? tableLines([head, ...rows]) : []),
  ];
}
