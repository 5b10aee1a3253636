// Carries out orders about members, money and what waits, in the niche they belong to; one line of JSON for each answer.
import { writeFile } from 'node:fs/promises';
import { STAFF, STAFF_TENANT } from '#domain/staff';
import type { Db, OpenDatabase } from '#server/db/index';
import { packExport } from '#server/export/make-export';
import { Refusal } from '#server/http/refusal';
import type { PhotoFiles } from '#server/media/photo-files';
import { forgetJobs, type Queue } from '#server/queue';
import { readAudit } from '#server/staff/audit-list';
import { type AuditNote, inAudit, inAuditIfFound } from '#server/staff/audit';
import { waiting } from '#server/staff/desk/inbox';
import { closeMatter, readComplaint, readParked } from '#server/staff/desk/matters';
import { memberByAddress, standingOf } from '#server/staff/desk/members';
import { readMember } from '#server/staff/desk/member-page';
import { giveGoodwill, refundUnused } from '#server/staff/desk/money';
import { eraseForMember, exportForMember } from '#server/staff/desk/privacy';
import type { Site } from '#site/load';
import { UsageError } from '../arguments.ts';
import type { DeskOrder } from './desk-orders.ts';

interface Work {
  readonly db: Db;
  readonly queue: Queue;
  readonly site: Site;
  readonly now: Date;
}
/** What is printed, and what the log says about it. */
type Done = readonly [answer: unknown, note: AuditNote];

interface Given {
  readonly database: OpenDatabase;
  readonly queue: Queue;
  readonly sites: readonly Site[];
  readonly photos: Pick<PhotoFiles, 'read'>;
  readonly now: Date;
}

export async function carryOutDesk(given: Given, order: DeskOrder): Promise<string[]> {
  if (order.what === 'inbox') return (await waiting(given)).map((item) => JSON.stringify(item));
  if (order.what === 'audit') return auditLines(given, order.before);
  if (order.what === 'find') return findLines(given, order);
  const { database, queue, sites, now } = given;
  for (const site of sites) {
    const done = await inAuditIfFound(database, entryOf(site.id, order, now), async (db, note) => {
      const found = await inNiche({ db, queue, site, now }, order).catch(explain);
      if (found) await note(found[1]);
      return found;
    });
    if (!done) continue;
    await finish(given, site.id, order);
    return [JSON.stringify(done[0])];
  }
  throw new UsageError(`There is no ${order.id}.`);
}

/** What follows once the log has it. */
async function finish({ database, photos, now }: Given, tenant: number, order: BrandOrder): Promise<void> {
  if (order.what === 'erase') await forgetJobs(database, [order.id]);
  if (order.what !== 'export' || order.file === null) return;
  const bytes = await packExport({ database, photos }, { tenant, account: order.id }, now);
  await writeFile(order.file, bytes, { mode: OWNER_ONLY, flag: 'wx' }).catch((error: unknown) => {
    throw new UsageError(`${order.file} could not be written: ${error instanceof Error ? error.message : ''}`);
  });
}

const OWNER_ONLY = 0o600;

type FindOrder = Extract<DeskOrder, { readonly what: 'find' }>;

/** An address may have an account in every niche. */
async function findLines({ database, sites, now }: Given, order: FindOrder): Promise<string[]> {
  const lines: string[] = [];
  for (const { id: tenant, folder: brand } of sites) {
    const { id } = await inAudit(database, entryOf(tenant, order, now), async (db, note) => {
      const found = await memberByAddress(db, tenant, order.email);
      await note(found.note);
      return found;
    });
    if (id !== null) lines.push(JSON.stringify({ brand, id }));
  }
  if (lines.length === 0) throw new UsageError(`There is no ${order.email}.`);
  return lines;
}

/** The newest of all niches, the oldest of them first; their ids are in one row. */
async function auditLines({ database, sites }: Given, before: number | undefined): Promise<string[]> {
  const places = [{ id: STAFF_TENANT, folder: null }, ...sites];
  const lists = await Promise.all(
    places.map(({ id, folder }) => database.inTenant(id, (db) => readAudit(db, { tenant: id, brand: folder, before }))),
  );
  const entries = lists.flat().sort((one, two) => one.id - two.id);
  return entries.slice(-STAFF.auditPage).map((entry) => JSON.stringify(entry));
}

type LoggedOrder = Exclude<DeskOrder, { readonly what: 'inbox' } | { readonly what: 'audit' }>;
type BrandOrder = Exclude<LoggedOrder, FindOrder>;

function entryOf(tenant: number, order: LoggedOrder, at: Date) {
  const name = 'operator' in order ? order.operator : 'command line';
  return { tenant, at, call: `operator ${wordsOf(order)}`, actor: { id: null, name, role: null } };
}

/** As they were typed. */
function wordsOf(order: LoggedOrder): string {
  if (order.what === 'refund') return 'payment refund';
  if ('matter' in order) return `${order.matter} ${order.what}`;
  return `member ${order.what === 'member' ? 'show' : order.what}`;
}

/** Null when what the order is about does not belong to this niche. */
async function inNiche({ db, queue, site, now }: Work, order: BrandOrder): Promise<Done | null> {
  const tenant = site.id;
  const brand = site.folder;
  const seen = (what: string, answer: object | null): Done | null =>
    answer && [{ brand, ...answer }, { subject: `${what} ${order.id}` }];
  switch (order.what) {
    case 'member':
      return seen('member', await readMember(db, tenant, order.id, now));
    case 'show': {
      const read = order.matter === 'complaint' ? readComplaint : readParked;
      return seen(order.matter, await read(db, tenant, order.id));
    }
    case 'credit': {
      const given = await giveGoodwill(db, { tenant, account: order.id, credits: order.credits, now });
      return given && decided(order, { brand, balance: given.balance }, given.note);
    }
    case 'export': {
      const asked = { tenant, account: order.id, now };
      const noted =
        order.file === null ? await exportForMember(db, queue, asked) : await exportToFile(db, tenant, order.id);
      return noted && decided(order, { brand, export: order.file ?? 'asked for' }, noted);
    }
    case 'erase': {
      const noted = await eraseForMember(db, queue, { tenant, account: order.id, now });
      return noted && decided(order, { brand, erased: true }, noted);
    }
    case 'refund': {
      const refunded = await refundUnused(db, { queue }, { site, payment: order.id, now });
      return refunded && decided(order, { brand, ...refunded.refund }, refunded.note);
    }
    case 'close': {
      const { matter, id } = order;
      const obstacle = await closeMatter(db, { tenant, kind: matter, id, now });
      if (obstacle === 'decided') throw new UsageError('It is closed already.');
      const changed = { before: { closed: false }, after: { closed: true } };
      return obstacle === 'unknown'
        ? null
        : [
            { brand, closed: true },
            { subject: `${matter} ${id}`, reason: order.because, ...changed },
          ];
    }
  }
}

const decided = (order: { readonly because: string }, answer: object, note: AuditNote): Done => [
  answer,
  { ...note, reason: order.because },
];

/** Where the file lies is no matter of the log. */
const exportToFile = async (db: Db, tenant: number, id: string): Promise<AuditNote | null> =>
  (await standingOf(db, tenant, id))
    ? { subject: `member ${id}`, before: { export: null }, after: { export: 'written to a file' } }
    : null;

const REFUSALS: Readonly<Record<string, string>> = {
  withdrawal_over: 'It cannot be refunded: it is not paid, was refunded before, or is more than a year old.',
  nothing_unused: 'All its credits are used.',
  export_limit: 'An export was asked for within the last 24 hours.',
  cannot_log_in: 'This member cannot log in, and so not open an export: write it to a file with --file.',
};

/** A refusal as a sentence for the terminal; the transaction is rolled back. */
function explain(error: unknown): never {
  throw error instanceof Refusal ? new UsageError(REFUSALS[error.code] ?? error.code) : error;
}
