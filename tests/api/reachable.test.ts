// A member whose account or profile is not active is shown to no one: every status, in every call that shows members to
// others.
import { type CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { compileOnlyDb } from '#server/db/statement';
import type { AccountStatus } from '#server/db/tables/account';
import type { ProfileStatus } from '#server/db/tables/profile';
import { photoFile } from '#server/modules/photos/photo-access';
import { findPage } from '#server/modules/members/search';
import { send, startChat } from '../support/chats.ts';
import type { MadeMember, MemberDraft } from '../support/members.ts';
import { nodesOf, type PlanNode } from '../support/plans.ts';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;
const ACCOUNTS: readonly AccountStatus[] = ['not_confirmed', 'active', 'pending_deletion', 'suspended'];
const PROFILES: readonly ProfileStatus[] = ['active', 'disabled'];
const STATES = ACCOUNTS.flatMap((account) => PROFILES.map((profile) => ({ account, profile })));

interface Probe {
  readonly me: MadeMember;
  readonly other: MadeMember;
  readonly conversation: string;
}
type Call = (server: TestServer, probe: Probe) => Promise<boolean>;

const shows =
  (path: string, query?: (probe: Probe) => string, isVisitor = false): Call =>
  async (server, probe) => {
    const options = { ...(query ? { query: query(probe) } : {}), as: isVisitor ? null : probe.me };
    const { status, text } = await server.call(path, options);
    expect([200, 404]).toContain(status);
    return text.includes(`"id":"${probe.other.id}"`);
  };
const takes =
  (path: string, json: (probe: Probe) => object, method = 'POST'): Call =>
  async (server, probe) => {
    const { status } = await server.call(path, { method, json: json(probe), as: probe.me });
    expect([200, 204, 404]).toContain(status);
    return status !== 404;
  };
const counts: Call = async (server, probe) => {
  const { body } = await server.call('/api/members.php', {
    query: 'min_age=18&max_age=99&gender=any&two_way=0&country=AT',
    as: probe.me,
  });
  return Number(body['numResults']) > 0;
};

const END_OF_TIME = Date.UTC(3000, 0, 1);
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Every call in which one member sees another; add new calls here. */
const CALLS: Readonly<Record<string, Call>> = {
  // Before the profile is opened, by which the like is seen.
  'likes.news': shows('/api/likes-news.php'),
  'members.search': shows('/api/members.php', () => 'min_age=18&max_age=99&gender=any&country=AT'),
  'members.search, its count': counts,
  'members.member': shows('/api/member.php', ({ other }) => `id=${other.id}`),
  'members.visitors': shows('/api/visitor-members.php', ({ other }) => `id=${other.id}`, true),
  'likes.list': shows('/api/likes.php'),
  'likes.more': shows('/api/likes-page.php', () => `list=received&cursor=${END_OF_TIME}_${LAST_ID}`),
  'likes.add': takes('/api/like.php', ({ other }) => ({ id: other.id }), 'PUT'),
  'chats.list': shows('/api/chats.php'),
  'chats.messages': shows('/api/messages.php', ({ conversation }) => `conversation=${conversation}`),
  'chats.messages by profile': shows('/api/messages.php', ({ other }) => `profile=${other.id}`),
  'chats.send': takes('/api/message.php', ({ conversation }) => ({
    conversation,
    text: 'x',
    client_id: crypto.randomUUID(),
  })),
  'chats.send to a profile': takes('/api/message.php', ({ other }) => ({
    profile: other.id,
    text: 'x',
    client_id: crypto.randomUUID(),
  })),
  'chats.read': takes('/api/chat-read.php', ({ conversation }) => ({ conversation, seq: 1 }), 'PUT'),
  'chats.typing': takes('/api/typing.php', ({ conversation }) => ({ conversation })),
  'credits.ledger': shows('/api/ledger.php'),
  'a public photo': async ({ database, now }, { other }) =>
    (await photoFile(database, tenant, other.photos[0]?.token ?? '', [], now())) !== null,
};

eachEngine('reachable', (server, engine) => {
  const draft: MemberDraft = { country: 'AT', show_to_visitors: true, credits: 50, photos: [{}] };
  const probe = async (): Promise<Probe> => {
    const [me, other] = [
      await server().member({ gender: 'male', credits: 50, paid_user: true }),
      await server().member(draft),
    ];
    const conversation = await startChat(server(), me, other.id);
    await send(server(), other, { profile: me.id });
    for (const [liker, liked] of [
      [me, other],
      [other, me],
    ] as const)
      await server().call('/api/like.php', { method: 'PUT', json: { id: liked.id }, as: liker });
    return { me, other, conversation };
  };
  const become = (id: string, state: (typeof STATES)[number]): Promise<void> =>
    server().database.inTenant(tenant, async (db) => {
      await db.updateTable('profile').set({ status: state.profile }).where('id', '=', id).execute();
      await db.updateTable('account').set({ status: state.account }).where('id', '=', id).execute();
    });

  test.each(STATES)('every call: account $account, profile $profile', async (state) => {
    const met = await probe();
    await become(met.other.id, state);
    const isThere = state.account === 'active' && state.profile === 'active';
    const found: Record<string, boolean> = {};
    for (const [name, call] of Object.entries(CALLS)) found[name] = await call(server(), met);
    // The next probe must be found alone.
    await become(met.other.id, { account: 'suspended', profile: 'active' });
    expect(found).toEqual(Object.fromEntries(Object.keys(CALLS).map((name) => [name, isThere])));
  });

  test('a member reappears with the account, unless the profile was disabled', async () => {
    const met = await probe();
    const find = CALLS['members.search'];
    for (const profile of PROFILES) {
      for (const account of ['suspended', 'active'] as const) await become(met.other.id, { account, profile });
      expect(await find?.(server(), met)).toBe(profile === 'active');
    }
  });

  if (engine === 'postgres')
    test('a page of the search is read from the index alone', async () => {
      const viewer = await server().member();
      await sql`vacuum analyze profile`.execute(server().database.kysely);
      const queries: CompiledQuery[] = [];
      const search = { tenant, viewer: viewer.id, genders: ['female'], country: 'AT', region: null, soughtBy: 'male' };
      const ages = { after: '1950-01-01', until: '2000-01-01', realOnly: true, order: 'activity' } as const;
      await findPage(
        compileOnlyDb((query) => queries.push(query)),
        { ...search, ...ages },
        { offset: 0 },
      ).catch(() => null);
      const plan = await server().database.inTenant(tenant, async (db) => {
        for (const kind of ['seqscan', 'bitmapscan']) await sql.raw(`set local enable_${kind} = off`).execute(db);
        const [asked] = queries;
        if (!asked) throw new Error('Nothing was asked.');
        return db.executeQuery<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>({
          ...asked,
          sql: `explain (costs off, format json) ${asked.sql}`,
        });
      });
      const read = plan.rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)));
      const ofProfile = read.filter((node) => node['Relation Name'] === 'profile');
      expect(ofProfile).toMatchObject([{ 'Node Type': 'Index Only Scan', 'Index Name': 'profile_search' }]);
    });

  test('a new profile takes the status of its account, and no other can be written', async () => {
    const made = await server().member({ status: 'suspended', profile_status: 'active' });
    const read = server().database.inTenant(tenant, (db) =>
      db.selectFrom('profile').select(['account_status', 'reachable']).where('id', '=', made.id).executeTakeFirst(),
    );
    expect(await read).toEqual({ account_status: 'suspended', reachable: false });
    const write = server().database.inTenant(tenant, (db) =>
      sql`update profile set account_status = 'active' where id = ${made.id}`.execute(db),
    );
    await expect(write).rejects.toThrow(/foreign key/);
  });
});
