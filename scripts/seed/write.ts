// Writes members into the database: many rows a statement as one JSON text, which is fastest on both engines.
import { sql } from 'kysely';
import type { Db, OpenDatabase } from '#server/db/index';
import { emailKey } from '#server/auth/email-key';
import { DEMO_ADDRESSES } from '#server/config/demo-members';
import { bookOf } from './books.ts';
import type { SeedInputs, SeedSite } from './inputs.ts';
import { writeLives } from './lives.ts';
import { makeMembers, type SeedMember } from './members.ts';

export interface SeedOptions {
  readonly count: number;
  readonly inputs: SeedInputs;
  readonly passwords: PasswordHashes;
  /** Adds members up to `count` to a site that was seeded before; without it such a site is left alone. */
  readonly mayAdd?: boolean;
  readonly onProgress?: (written: number, wanted: number) => void;
}

/** Each password is hashed once: a hash takes longer than writing a hundred members. */
interface PasswordHashes {
  readonly demo: string;
  /** Of a random password. */
  readonly others: string;
}

/** The result of a site: `had` members before, `wrote` added. */
export interface SeedResult {
  readonly site: number;
  readonly had: number;
  readonly wrote: number;
}

const BATCH = 1000;

/** Up to this many members in one transaction, so that an ordinary seed is written wholly or not at all. */
const AT_ONCE = 2000;

const COLUMNS = {
  account: {
    ...{ id: 'uuid', email: 'text', email_key: 'text', password_hash: 'text', status: 'text', language: 'text' },
    ...{ signup_at: 'timestamptz', paid_user: 'boolean', credits: 'int', ledger_version: 'int' },
    ...{ accepted_terms_at: 'timestamptz', consented_at: 'timestamptz' },
  },
  profile: {
    ...{
      id: 'uuid',
      name: 'text',
      gender: 'text',
      sexuality: 'text',
      birth_date: 'date',
      country: 'text',
      region: 'text',
      city: 'text',
    },
    ...{ line: 'text', about: 'text', looking_for: 'text', hair_colour: 'text', eye_colour: 'text', body_type: 'text' },
    ...{
      relationship_status: 'text',
      tattoos: 'text',
      interests: 'text[]',
      fictional: 'boolean',
      status: 'text',
      visible: 'boolean',
    },
    ...{ last_active: 'timestamptz', joined_at: 'timestamptz', main_photo: 'uuid' },
  },
  photo: { id: 'uuid', profile: 'uuid', token: 'text', file: 'text', private: 'boolean', position: 'smallint' },
  ledger: {
    ...{ account: 'uuid', version: 'int', book: 'text', kind: 'text', credits: 'int', balance: 'int', about: 'uuid' },
    ...{ at: 'timestamptz' },
  },
  payment: {
    ...{ id: 'uuid', account: 'uuid', package: 'text', credits: 'int', amount: 'int', paid: 'int', currency: 'text' },
    ...{ refunded: 'int', charged_back: 'int', paid_at: 'timestamptz' },
    ...{ vat: 'numeric', method: 'text', country: 'text', provider: 'text', status: 'text' },
    ...{ created_at: 'timestamptz', updated_at: 'timestamptz' },
  },
} as const;

/** Seeds a site. A site that has members is left alone, unless more of the same are requested. */
export async function seedSite(database: OpenDatabase, site: SeedSite, options: SeedOptions): Promise<SeedResult> {
  const { count, inputs, onProgress } = options;
  const before = await database.inTenant(site.id, countMembers);
  const skipped = before.all === 0 ? 0 : options.mayAdd ? before.seeded : count;
  const members = makeMembers(site, count, inputs);
  let wrote = 0;
  for (let made = 0; made < skipped && !members.next().done;) made += 1;
  while (skipped + wrote < count) {
    const wanted = Math.min(AT_ONCE, count - skipped - wrote);
    const isFirst = skipped + wrote === 0;
    await database.inTenant(site.id, async (db) => {
      const written: SeedMember[] = [];
      for (let left = wanted; left > 0; left -= BATCH) {
        const batch = take(members, Math.min(BATCH, left));
        await writeBatch(db, site, batch, options.passwords);
        written.push(...batch);
      }
      if (isFirst) await writeLives(db, site.id, written, inputs.now);
    });
    wrote += wanted;
    onProgress?.(wrote, count - skipped);
  }
  return { site: site.id, had: before.all, wrote };
}

async function countMembers(db: Db): Promise<{ all: number; seeded: number }> {
  const { rows } = await sql<{ all: number; seeded: number }>`select count(*) as all,
    count(*) filter (where email_key like ${`%${DEMO_ADDRESSES.others}`} or email_key like ${`%${DEMO_ADDRESSES.logins}`}) as seeded from account`.execute(
    db,
  );
  return rows[0] ?? { all: 0, seeded: 0 };
}

/** Not `for … of`, which would end the generator. */
function take(members: Iterator<SeedMember>, count: number): SeedMember[] {
  const taken: SeedMember[] = [];
  while (taken.length < count) {
    const next = members.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

async function writeBatch(
  db: Db,
  { id: tenant, prices }: SeedSite,
  members: readonly SeedMember[],
  passwords: PasswordHashes,
): Promise<void> {
  const books = members.map((member) => bookOf(member, prices));
  const accounts = members.map(({ account, demo }, at) => ({
    ...account,
    ledger_version: books[at]?.entries.length ?? 0,
    email_key: emailKey(account.email),
    password_hash: demo ? passwords.demo : passwords.others,
  }));
  const photos = members.flatMap(({ profile, photos }) => photos.map((photo) => ({ ...photo, profile: profile.id })));
  await insert(db, tenant, 'account', accounts);
  await insert(
    db,
    tenant,
    'profile',
    members.map(({ profile }) => profile),
  );
  await insert(db, tenant, 'photo', photos);
  await insert(
    db,
    tenant,
    'payment',
    books.flatMap(({ payments }) => payments),
  );
  await insert(
    db,
    tenant,
    'ledger',
    books.flatMap(({ entries }) => entries),
  );
}

async function insert(db: Db, tenant: number, table: keyof typeof COLUMNS, rows: readonly object[]): Promise<void> {
  const columns = Object.entries(COLUMNS[table]);
  const names = columns.map(([name]) => `"${name}"`).join(', ');
  const shape = columns.map(([name, type]) => `"${name}" ${type}`).join(', ');
  await sql`insert into ${sql.table(table)} (tenant, ${sql.raw(names)})
    select ${sql.lit(tenant)}, ${sql.raw(names)} from json_to_recordset(${JSON.stringify(rows)}::json) as given(${sql.raw(shape)})`.execute(
    db,
  );
}
