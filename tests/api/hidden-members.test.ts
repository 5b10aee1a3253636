// What every call tells about a member who is hidden from the caller, by a block either way or by invisible mode, and about members at all.
import { beforeAll, expect, test } from 'vitest';
import type { CallName } from '#contract/index';
import { type ContractCall, contractCalls, requestFor } from '../support/calls.ts';
import { sent, startChat } from '../support/chats.ts';
import { block, type MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

/** Calls that read; those that write about a hidden member are refused, which tests/api/access.test.ts tries. */
const READING: readonly ContractCall[] = contractCalls.filter(
  ({ name, endpoint }) => (endpoint.method === 'GET' && name !== 'auth.logout') || name === 'finder.matches',
);

const BIRTH = '1989-03-21';
interface Someone extends MadeMember {
  readonly about: string;
}
/** By call, what of a member its answer holds. */
type Told = Partial<Record<CallName, string[]>>;

eachEngine('hidden members', (server) => {
  const call = (path: string, method: string, as: MadeMember, json: object) =>
    server().call(`/api/${path}.php`, { method, as, json });
  /** A member who would be found everywhere: of the sought gender and age, with photos, online now. */
  const someone = async (): Promise<Someone> => {
    const texts = { name: `Quill ${crypto.randomUUID().slice(0, 8)}`, about: `Keeper of ${crypto.randomUUID()}` };
    const more = { birth_date: BIRTH, photos: [{}, { private: true }], credits: 9, paid_user: true };
    return { ...(await server().member({ ...texts, ...more })), ...texts };
  };
  const viewer = () => server().member({ gender: 'male', photos: [{}], credits: 9, paid_user: true });
  /** They like each other, have written to each other, and have looked at each other's profiles. */
  async function knowEachOther(one: MadeMember, two: MadeMember): Promise<string> {
    const conversation = await startChat(server(), one, two.id);
    await sent(server(), two, { conversation });
    for (const [from, to] of [[one, two] as const, [two, one] as const]) {
      await call('like', 'PUT', from, { id: to.id });
      await server().call('/api/member.php', { as: from, query: `id=${to.id}` });
    }
    return conversation;
  }
  async function told(as: MadeMember, of: Someone, conversation?: string): Promise<Told> {
    const { id, name, email, about, photos } = of;
    const tokens = { photo: photos[0]?.token, private: photos[1]?.token };
    const signs = { id: `"${id}"`, name, email, birth: BIRTH, about, ...tokens };
    const all: Told = {};
    for (const each of READING) {
      const { text } = await server().call(each.endpoint.path, { ...requestFor(each, id, conversation), as });
      const found = Object.entries(signs).flatMap(([sign, value]) => (value && text.includes(value) ? sign : []));
      if (found.length > 0) all[each.name] = found;
    }
    return all;
  }

  let known: Told;
  beforeAll(async () => {
    const [me, other] = [await viewer(), await someone()];
    known = await told(me, other, await knowEachOther(me, other));
  });

  test('D4: members who know each other read no address and no date of birth in any answer', () => {
    expect(Object.values(known).flat()).not.toEqual(expect.arrayContaining(['email']));
    expect(Object.values(known).flat()).not.toEqual(expect.arrayContaining(['birth']));
    // Else the tests below prove nothing.
    const telling = ['chats.list', 'chats.messages', 'credits.ledger', 'likes.list', 'members.search', 'members.view'];
    expect(Object.keys(known)).toEqual(expect.arrayContaining(telling));
  });

  test('D6 SA1 DB14: no call tells anything of a member who has blocked the caller', async () => {
    const [me, other] = [await viewer(), await someone()];
    const conversation = await knowEachOther(me, other);
    await block(server().database, siteAt(0), other.id, me.id);
    expect(await told(me, other, conversation)).toEqual({});
  });

  test('D6 SA1 DE18: of a member blocked by the caller, only the list of blocks and the profile with its way back', async () => {
    const [me, other] = [await viewer(), await someone()];
    const conversation = await knowEachOther(me, other);
    await block(server().database, siteAt(0), me.id, other.id);
    expect(Object.keys(await told(me, other, conversation)).sort()).toEqual(['members.view', 'safety.blocked']);
  });

  test('D6 SA1: nothing that one of them does after a block reaches an open tab of the other', async () => {
    const [me, other] = [await viewer(), await someone()];
    const conversation = await knowEachOther(me, other);
    expect((await call('block', 'PUT', me, { id: other.id })).status).toBe(204);
    for (const [as, to] of [[me, other] as const, [other, me] as const]) {
      const heard = recordEvents(server(), to.id);
      await call('like', 'DELETE', as, { id: to.id });
      await call('like', 'PUT', as, { id: to.id });
      await call('message', 'POST', as, { conversation, text: 'Still there?', client_id: crypto.randomUUID() });
      await call('typing', 'POST', as, { conversation });
      await call('chat-read', 'PUT', as, { conversation, seq: 2 });
      await call('reaction', 'PUT', as, { conversation, seq: as === me ? 2 : 1, reaction: 'heart' });
      await server().call('/api/member.php', { as, query: `id=${to.id}` });
      expect(heard).toEqual([]);
    }
  });

  test('D7 SA2 AC11: of an invisible member a stranger is told nothing, but opens the profile by its address', async () => {
    const [me, other] = [await viewer(), await someone()];
    expect(Object.keys(await told(me, other))).toContain('members.search');
    await call('privacy', 'PUT', other, { visible: false });
    expect(Object.keys(await told(await viewer(), other))).toEqual(['members.view']);
  });
});
