// The pages of a search while members come, go, become active and are blocked: against a naive model, in random histories.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/db/index';
import { findPage, type Cursor, type Search } from '#server/modules/members/search';
import { figure, siteAt, startTestServer, type TestServer, usualDatabase } from '../support/server.ts';

const tenant = siteAt(0).id;
const BEGIN = Date.UTC(2026, 0, 1);
const PAGE = 3;
let server: TestServer & { close(): Promise<void> };
beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
});
afterAll(() => server.close());

interface Someone {
  readonly id: string;
  readonly gender: 'female' | 'male';
  /** Minutes since the beginning. */
  last_active: number;
  readonly joined_at: number;
  visible: boolean;
  /** Whether the ages of the search fit. */
  readonly fits: boolean;
  isBlocked: boolean;
}
type Draft = Omit<Someone, 'id' | 'isBlocked'>;
/** What happens between two pages; `who` is a place among all members. */
type Deed = { readonly what: 'active' | 'hide' | 'show' | 'block' | 'join'; readonly who: number };

const minute = fc.integer({ min: 0, max: 6 });
const someone: fc.Arbitrary<Draft> = fc.record({
  gender: fc.constantFrom('female' as const, 'male' as const),
  last_active: minute,
  joined_at: minute,
  visible: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
  fits: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
});
const deed: fc.Arbitrary<Deed> = fc.record({
  what: fc.constantFrom('active', 'active', 'hide', 'show', 'block', 'join'),
  who: fc.nat(99),
});
const histories = fc.record({
  order: fc.constantFrom('activity' as const, 'newest' as const),
  members: fc.array(someone, { minLength: 1, maxLength: 16 }),
  /** Before each page but the first. */
  between: fc.array(fc.array(deed, { maxLength: 4 }), { minLength: 12, maxLength: 12 }),
});
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const VIEWER = '00000000-0000-4000-8000-000000000000';
const searchIn = (order: Search['order']): Search => ({
  ...{ tenant, viewer: VIEWER, genders: ['female', 'male'], country: 'XX', region: null, order },
  ...{ after: '1980-01-01', until: '2000-01-01', realOnly: false, soughtBy: null },
});
const at = (minutes: number): Date => new Date(BEGIN + minutes * 60_000);

async function add(db: Db, members: readonly Someone[]): Promise<void> {
  await db
    .insertInto('account')
    .values(
      members.map(({ id }) => ({
        ...{ tenant, id, email: id, email_key: id, password_hash: 'x', status: 'active' as const, language: 'en' },
      })),
    )
    .execute();
  await db
    .insertInto('profile')
    .values(
      members.map(({ id, gender, visible, fits, last_active, joined_at }) => ({
        ...{ tenant, id, name: 'Robin', gender, sexuality: 'bi', country: 'XX', visible },
        ...{ birth_date: fits ? '1990-01-01' : '1960-01-01', last_active: at(last_active), joined_at: at(joined_at) },
      })),
    )
    .execute();
}

/** Changes the database and the model alike. Only those who are active or join come to the front. */
async function happen(db: Db, all: Someone[], { what, who }: Deed, now: number): Promise<string | null> {
  const one = all[who % all.length];
  if (!one) return null;
  const change = (values: { last_active?: Date; visible?: boolean }) =>
    db.updateTable('profile').set(values).where('tenant', '=', tenant).where('id', '=', one.id).execute();
  if (what === 'join') {
    const joined = {
      ...one,
      id: crypto.randomUUID(),
      visible: true,
      isBlocked: false,
      last_active: now,
      joined_at: now,
    };
    await add(db, [joined]);
    all.push(joined);
    return joined.id;
  }
  if (what === 'active') await change({ last_active: at((one.last_active = now)) });
  else if (what !== 'block') await change({ visible: (one.visible = what === 'show') });
  else if (!one.isBlocked) {
    await db.insertInto('block').values({ tenant, blocker: VIEWER, blocked: one.id }).execute();
    one.isBlocked = true;
  }
  return one.id;
}

/** The model: everyone who fits, sorted, from where the page begins. */
function pageOf(all: readonly Someone[], order: Search['order'], from: Cursor | null) {
  const hits = all
    .filter(({ visible, fits, isBlocked }) => visible && fits && !isBlocked)
    .map((each) => ({ id: each.id, at: at(order === 'newest' ? each.joined_at : each.last_active) }))
    .filter((hit) => from === null || compare(hit, from) >= 0)
    .toSorted(compare);
  return { hits: hits.slice(0, PAGE), next: hits[PAGE] ?? null };
}
const compare = (one: Cursor, other: Cursor): number =>
  other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);

class Undo extends Error {}

/** Walks through all pages, and answers how many there were. */
async function walk(db: Db, { order, members, between }: History): Promise<number> {
  const all: Someone[] = members.map((draft) => ({ ...draft, id: crypto.randomUUID(), isBlocked: false }));
  await add(db, [{ ...(all[0] as Someone), id: VIEWER, visible: false }, ...all]);
  const untouched = new Set(all.map(({ id }) => id));
  const seen: string[] = [];
  let cursor: Cursor | null = null;
  let now = 10;
  for (const deeds of [[], ...between]) {
    for (const each of deeds) untouched.delete((await happen(db, all, each, (now += 1))) ?? '');
    const page = await findPage(db, searchIn(order), cursor ? { cursor } : { offset: 0 }, PAGE);
    expect(page).toEqual(pageOf(all, order, cursor));
    seen.push(...page.hits.map(({ id }) => id));
    cursor = page.next;
    if (!cursor) break;
  }
  // No one is shown twice, and no one who stayed as they were is passed over.
  expect(new Set(seen).size).toBe(seen.length);
  const stayed = all.filter(({ id, visible, fits }) => untouched.has(id) && visible && fits).map(({ id }) => id);
  if (!cursor) expect(stayed.filter((id) => !seen.includes(id))).toEqual([]);
  return Math.ceil(seen.length / PAGE);
}

test(
  'ME6 DB14: pages stay in place while members come, go, become active and are blocked',
  async () => {
    let longest = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        await server.database
          .inTenant(tenant, async (db) => {
            longest = Math.max(longest, await walk(db, history));
            throw new Undo();
          })
          .catch((error: unknown) => {
            if (!(error instanceof Undo)) throw error;
          });
      }),
      { numRuns: figure(3000, 80) },
    );
    expect(longest).toBeGreaterThan(2);
  },
  figure(600_000, 300_000),
);
