// A member blocks another, leaves or deletes the chat while messages are on their way: none arrives after the answer, or comes back, and only
// those that did are charged.
import { expect, test } from 'vitest';
import type { Chat, Conversation } from '#contract/chats';
import { setAccountStatus } from '#server/auth/account-status';
import { accountOf, send, sent, startChat } from '../support/chats.ts';
import type { MadeMember } from '../support/members.ts';
import { awayFromMidnight, figure, onBothEngines, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

onBothEngines('races of sends', (server, engine) => {
  const countFrom = async (sender: MadeMember): Promise<number> => {
    const { count } = await server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('message')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant', '=', tenant)
        .where('sender', '=', sender.id)
        .executeTakeFirstOrThrow(),
    );
    return Number(count);
  };
  const blocks = async (by: MadeMember, of: MadeMember): Promise<void> => {
    const answer = await server().call('/api/block.php', { method: 'PUT', json: { id: of.id }, as: by });
    expect(answer.status).toBe(204);
  };
  const leaves = (member: MadeMember): Promise<unknown> =>
    server().database.inTenant(tenant, (db) => setAccountStatus(db, tenant, member.id, ['active'], 'pending_deletion'));

  const one = (me: MadeMember, to: object, at: number) =>
    at % 3 === 2
      ? server().call('/api/message.php', { json: { ...to, gift: 'daisy', client_id: crypto.randomUUID() }, as: me })
      : send(server(), me, to);
  const pass = async (turns: number): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
  };
  const expectCharged = async (me: MadeMember, messages: number): Promise<void> => {
    const { credits, entries } = await accountOf(server(), me);
    const spent = entries.filter(({ kind }) => kind === 'message' || kind === 'gift');
    expect(spent).toHaveLength(messages);
    expect(credits).toBe(100 + spent.reduce((sum, entry) => sum + entry.credits, 0));
  };

  /** Sends six messages at once, two of them gifts, which are sent on their own, and ends it by `end` after so many turns of the loop. */
  async function race(
    isBegun: boolean,
    turns: number,
    refusal: string,
    end: (me: MadeMember, other: MadeMember) => Promise<unknown>,
  ) {
    const [me, other] = await Promise.all([server().member({ credits: 100 }), server().member({ credits: 100 })]);
    const to = isBegun ? { conversation: await startChat(server(), me, other.id) } : { profile: other.id };
    const before = isBegun ? 1 : 0;
    const sending = Array.from({ length: 6 }, (_, at) => one(me, to, at));
    await pass(turns);
    await end(me, other);
    const arrived = await countFrom(me);
    const answers = await Promise.all(sending);
    const accepted = answers.filter(({ status }) => status === 200).length;
    const codes = new Set(answers.flatMap(({ body }) => body.error?.code ?? []));
    expect([...codes].filter((code) => code !== refusal)).toEqual([]);
    expect([await countFrom(me), accepted + before]).toEqual([arrived, arrived]);
    await expectCharged(me, arrived);
    return accepted;
  }

  const numbersFor = async (as: MadeMember, conversation: string): Promise<number[]> => {
    const { body } = await server().call('/api/messages.php', { as, query: `conversation=${conversation}` });
    return (body as unknown as Conversation).messages.map(({ seq }) => seq);
  };
  const upTo = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at + 1);

  /** Sends six messages at once, to a chat that the other member, or the sender, deletes after so many turns; then one more. */
  async function deletion(turns: number, isBySender: boolean): Promise<number> {
    const [me, other] = await Promise.all([server().member({ credits: 100 }), server().member()]);
    const conversation = await startChat(server(), me, other.id);
    const [deleter, keeper] = isBySender ? [me, other] : [other, me];
    const sending = Array.from({ length: 6 }, (_, at) => one(me, { conversation }, at));
    await pass(turns);
    const removed = await server().call('/api/chat.php', { method: 'DELETE', json: { conversation }, as: deleter });
    const since = await numbersFor(deleter, conversation);
    const answers = await Promise.all(sending);
    expect([removed.status, ...answers.map(({ status }) => status)]).toEqual([204, ...Array<number>(6).fill(200)]);
    const { seq } = await sent(server(), me, { conversation });
    expect(seq).toBe(8);
    const shown = await numbersFor(deleter, conversation);
    const gone = 8 - shown.length;
    // What was deleted stays deleted; what was there after the answer stays, and all that followed.
    expect([shown, since]).toEqual([upTo(gone, 8), upTo(gone, gone + since.length)]);
    expect(await numbersFor(keeper, conversation)).toEqual(upTo(0, 8));
    const { chats } = (await server().call('/api/chats.php', { as: other })).body as unknown as { chats: Chat[] };
    expect(chats[0]?.num_unread_messages).toBe(isBySender ? 8 : shown.length);
    await expectCharged(me, 8);
    return gone;
  }

  const rounds = (): number[] =>
    Array.from({ length: engine === 'postgres' ? figure(250, 6) : figure(24, 2) }, (_, at) => at);

  test('G6 CH15 CH35: after a block nothing arrives, and nothing is charged for what was refused', async () => {
    awayFromMidnight(server());
    for (const round of rounds()) {
      await race(round % 3 > 0, round % 12, 'blocked', (me, other) => blocks(other, me));
      await race(round % 3 > 0, round % 12, 'blocked_by_you', (me, other) => blocks(me, other));
    }
  });

  test('G6 CH35: after a member has left nothing arrives, and nothing is charged for what was refused', async () => {
    awayFromMidnight(server());
    for (const round of rounds()) await race(round % 3 > 0, round % 12, 'not_found', (_, other) => leaves(other));
  });

  test('G6 CH15: a chat that is deleted while messages arrive keeps those after the deletion, each of them paid', async () => {
    awayFromMidnight(server());
    const gone = new Set<number>();
    for (const round of rounds()) {
      gone.add(await deletion(round % 12, true));
      gone.add(await deletion(round % 12, false));
    }
    expect(gone.size).toBeGreaterThan(figure(2, 0));
  });
});
