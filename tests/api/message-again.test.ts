// A message that is sent repeatedly, in any way, is one message and one debit.
import { expect, test } from 'vitest';
import { accountOf, send, sent, startChat, type Writing } from '../support/chats.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';

eachEngine('message sent again', (server) => {
  const write = (as: MadeMember, writing: Writing) => send(server(), as, writing);
  const pair = (credits: number): Promise<[MadeMember, MadeMember]> =>
    Promise.all([server().member({ credits }), server().member({ credits })]);
  const messagesOf = async (as: MadeMember, conversation: string) =>
    (await server().call('/api/messages.php', { as, query: `conversation=${conversation}` })).body['messages'];

  test(
    'CH36 G2: one client id is one message and one debit: six times, from two tabs, with another text; elsewhere it is a new one',
    { timeout: figure(1_800_000, 300_000) },
    async () => {
      const [messages, workers] = [figure(10_000, 24), 8];
      const worker = async (): Promise<void> => {
        const [one, two, third] = [
          await server().member({ credits: 3000 }),
          await server().member(),
          await server().member(),
        ];
        const { email, password } = one;
        const login = await server().call('/api/user.php', { json: { email, password } });
        const tabs = [one, { ...one, cookie: login.cookies[0]?.split(';')[0] ?? '' }];
        const [here, there] = [await startChat(server(), one, two.id), await startChat(server(), one, third.id)];
        let elsewhere = 0;
        for (let seq = 2; seq < 2 + messages / workers; seq += 1) {
          const client_id = crypto.randomUUID();
          const tries = Array.from({ length: 6 }, (_, at) =>
            write(tabs[at % 2] ?? one, { conversation: here, client_id, text: `text ${at}` }),
          );
          const answers = await Promise.all(tries);
          const first = answers[0]?.body['message'];
          expect(answers.map(({ status, body }) => [status, body['message']])).toEqual(Array(6).fill([200, first]));
          expect(first).toMatchObject({ seq, conversation: here, client_id });
          if (seq % 10 !== 2) continue;
          const another = await sent(server(), one, { conversation: there, client_id });
          expect([another.seq, another.conversation]).toEqual([(elsewhere += 1) + 1, there]);
        }
        expect((await accountOf(server(), one)).credits).toBe(3000 - 2 - messages / workers - elsewhere);
        const counted = await server().database.inTenant(siteAt(0).id, (db) =>
          db
            .selectFrom('message')
            .select((take) => take.fn.countAll<number>().as('n'))
            .where('conversation', 'in', [here, there])
            .executeTakeFirstOrThrow(),
        );
        expect(Number(counted.n)).toBe(2 + messages / workers + elsewhere);
      };
      await Promise.all(Array.from({ length: workers }, worker));
    },
  );

  test('CH36 G2: one client id that begins a conversation, six times at once, is one message in one conversation', async () => {
    for (let round = 0; round < figure(200, 4); round += 1) {
      const [one, two] = await pair(3);
      const client_id = crypto.randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, at) => write(one, { profile: two.id, client_id, text: `text ${at}` })),
      );
      const texts = new Set(answers.map(({ body }) => JSON.stringify(body['message'])));
      expect([answers.map(({ status }) => status), texts.size]).toEqual([Array(6).fill(200), 1]);
      expect(new Set(answers.map(({ body }) => body['credits']))).toEqual(new Set([2]));
      expect((await accountOf(server(), one)).credits).toBe(2);
      const { conversation } = answers[0]?.body['message'] as { conversation: string };
      expect(await messagesOf(two, conversation)).toHaveLength(1);
    }
  });

  test('CH36 G2: the same client id in another chat, or of the other member, is another message', async () => {
    const [one, two] = await pair(1);
    const third = await server().member();
    const client_id = crypto.randomUUID();
    const first = await sent(server(), one, { profile: two.id, client_id });
    expect((await write(one, { profile: third.id, client_id })).body.error?.code).toBe('not_enough_credits');
    expect(await sent(server(), two, { profile: one.id, client_id })).toMatchObject({ seq: 2 });
    // The account is empty by now: the existing message is answered nevertheless.
    expect(await sent(server(), one, { profile: two.id, client_id: client_id.toUpperCase() })).toEqual(first);
  });
});
