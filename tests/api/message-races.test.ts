// A member blocks another or leaves while messages are on their way: none arrives after the answer, and only those that did are charged.
import { expect, test } from 'vitest';
import { setAccountStatus } from '#server/auth/account-status';
import { accountOf, send, startChat } from '../support/chats.ts';
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
    const one = (at: number) =>
      at % 3 === 2
        ? server().call('/api/message.php', { json: { ...to, gift: 'daisy', client_id: crypto.randomUUID() }, as: me })
        : send(server(), me, to);
    const sending = Array.from({ length: 6 }, (_, at) => one(at));
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    await end(me, other);
    const arrived = await countFrom(me);
    const answers = await Promise.all(sending);
    const accepted = answers.filter(({ status }) => status === 200).length;
    const codes = new Set(answers.flatMap(({ body }) => body.error?.code ?? []));
    expect([...codes].filter((code) => code !== refusal)).toEqual([]);
    expect([await countFrom(me), accepted + before]).toEqual([arrived, arrived]);
    const { credits, entries } = await accountOf(server(), me);
    const spent = entries.filter(({ kind }) => kind === 'message' || kind === 'gift');
    expect(spent).toHaveLength(arrived);
    expect(credits).toBe(100 + spent.reduce((sum, entry) => sum + entry.credits, 0));
    return accepted;
  }

  const rounds = (): number[] =>
    Array.from({ length: engine === 'postgres' ? figure(250, 6) : figure(24, 2) }, (_, at) => at);

  test('CH15 CH35: after a block nothing arrives, and nothing is charged for what was refused', async () => {
    awayFromMidnight(server());
    for (const round of rounds()) {
      await race(round % 3 > 0, round % 12, 'blocked', (me, other) => blocks(other, me));
      await race(round % 3 > 0, round % 12, 'blocked_by_you', (me, other) => blocks(me, other));
    }
  });

  test('CH35: after a member has left nothing arrives, and nothing is charged for what was refused', async () => {
    awayFromMidnight(server());
    for (const round of rounds()) await race(round % 3 > 0, round % 12, 'not_found', (_, other) => leaves(other));
  });
});
