// Fictional profiles, which staff write: which there are, making, editing and retiring one. All are counted with the other profiles.
import { sql } from 'kysely';
import type { FieldCode } from '#contract/errors';
import type { FictionalFields, FictionalProfile } from '#contract/staff-fictional';
import { dayIn, validateBirthDate } from '#domain/date-of-birth';
import { LINE } from '#domain/limits';
import { sexualityOf, soughtOf, validateOrientation } from '#domain/orientation';
import { tidyName, tidyText, validateAbout, validateName } from '#domain/validation';
import type { Site } from '#site/load';
import { emailKey } from '../../auth/email-key.ts';
import { newSecret } from '../../auth/new-secret.ts';
import { hashPassword } from '../../auth/password-hashing.ts';
import type { Db } from '../../db/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { AuditNote } from '../audit.ts';

const MOST = 200;

/** The newest first. */
export async function listFictional(db: Db, tenant: number): Promise<FictionalProfile[]> {
  const rows = await fictional(db, tenant).orderBy('joined_at', 'desc').orderBy('id').limit(MOST).execute();
  return rows.map(({ birth_date: date_of_birth, sexuality, about, status, ...row }) => ({
    ...{ ...row, date_of_birth, about: about ?? '', retired: status !== 'active' },
    seeks: soughtOf(row.gender, sexuality),
  }));
}

const fictional = (db: Db, tenant: number) =>
  db
    .selectFrom('profile')
    .select(['id', 'name', 'birth_date', 'gender', 'sexuality', 'country', 'line', 'about', 'status'])
    .where('tenant', '=', tenant)
    .where('fictional', '=', true);

export async function countRetired(db: Db, tenant: number): Promise<number> {
  const { rows } = await sql<{ retired: number }>`select count(*)::int as retired from profile
    where tenant = ${tenant}::smallint and fictional and status <> 'active'`.execute(db);
  return rows[0]?.retired ?? 0;
}

interface Writing {
  readonly site: Site;
  readonly fields: FictionalFields;
  readonly now: Date;
}

/** The columns of the fields, by the rules of a member's own profile. Throws `invalid`. */
function columnsOf({ site, fields, now }: Writing) {
  const { gender, seeks, country, date_of_birth, about, line } = fields;
  const { siteSettings, niche, company } = site;
  const errors: Readonly<Record<string, FieldCode | null>> = {
    name: validateName(fields.name, '', [siteSettings.name, siteSettings.mail_name, company.name]),
    date_of_birth: validateBirthDate(date_of_birth, dayIn(country, now)),
    country: siteSettings.countries.includes(country) ? null : 'not_allowed',
    line: validateAbout(line, LINE.max),
    about: validateAbout(about),
    ...validateOrientation(gender, seeks, niche.members.mix),
  };
  const refused = Object.fromEntries(
    Object.entries(errors).flatMap(([name, code]): [string, FieldCode][] => (code ? [[name, code]] : [])),
  );
  if (Object.keys(refused).length > 0) throw new Refusal('invalid', { fields: refused });
  return {
    ...{ name: tidyName(fields.name), birth_date: date_of_birth, country },
    ...{ gender, sexuality: sexualityOf(gender, seeks) },
    ...{ line: tidyText(line), about: tidyText(about) || null },
  };
}

const NO_PLACE = { region: null, city: null } as const;

/** It has an account, as every profile, which no one can open and which is never mailed; it was never active (decisions E61). */
export async function makeFictional(
  db: Db,
  writing: Writing,
): Promise<{ readonly id: string; readonly note: AuditNote }> {
  const { site, now } = writing;
  const [tenant, id] = [site.id, crypto.randomUUID()];
  const columns = columnsOf(writing);
  const email = `${id}@fictional.invalid`;
  await db
    .insertInto('account')
    .values({
      ...{ tenant, id, email, email_key: emailKey(email), password_hash: await hashPassword(newSecret()) },
      ...{ status: 'active', language: site.codes[0] ?? 'en', signup_at: now, confirmed_at: now },
      ...{ accepted_terms_at: now, consented_at: now, notifications_disabled: ['bounce'] },
    })
    .execute();
  const times = { last_active: new Date(0), joined_at: now };
  await db
    .insertInto('profile')
    .values({ tenant, id, ...columns, ...times, ...NO_PLACE, interests: [], fictional: true, status: 'active' })
    .execute();
  return { id, note: { subject: `fictional ${id}`, before: null, after: loggable(columns) } };
}

type Columns = ReturnType<typeof columnsOf>;
/** The log keeps the facts; of texts only that they are there. */
const loggable = ({ line, about, ...facts }: Columns) => ({ ...facts, line: line !== '', about: about !== null });

const lockedFictional = (db: Db, tenant: number, id: string) =>
  fictional(db, tenant).where('id', '=', id).forUpdate().executeTakeFirst();

/** Null when there is no such fictional profile: one of a member is never changed. */
export async function editFictional(db: Db, id: string, writing: Writing): Promise<AuditNote | null> {
  const tenant = writing.site.id;
  const row = await lockedFictional(db, tenant, id);
  if (!row) return null;
  const columns = columnsOf(writing);
  await db.updateTable('profile').set(columns).where('tenant', '=', tenant).where('id', '=', id).execute();
  const names = (Object.keys(columns) as (keyof Columns)[]).filter((name) => columns[name] !== row[name]);
  const { id: _, status: __, ...before } = row;
  const ofChanged = (facts: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => names.some((each) => each === name)));
  return {
    subject: `fictional ${id}`,
    before: ofChanged(loggable(before as Columns)),
    after: ofChanged(loggable(columns)),
  };
}

/** Null when there is no such fictional profile. Throws `already_decided` for one that is retired. */
export async function retireFictional(db: Db, tenant: number, id: string): Promise<AuditNote | null> {
  const row = await lockedFictional(db, tenant, id);
  if (!row) return null;
  if (row.status !== 'active') throw new Refusal('already_decided');
  await db
    .updateTable('profile')
    .set({ status: 'disabled' })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute();
  return { subject: `fictional ${id}`, before: { status: 'active' }, after: { status: 'retired' } };
}
