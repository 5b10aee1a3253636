// Two servers whose clocks stand on either side of a month's end write the same messages: no unique index spans their partitions.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type App, createApp } from '#server/app';
import { findLedgerGaps } from '#server/payments/ledger-gaps';
import { accountOf, sent } from '../support/chats.ts';
import { type Chat, chatOf, inTenant } from '../support/chats-begun.ts';
import { type CallAnswer, onBothEngines, figure, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const MINUTE_MS = 60_000;

onBothEngines('the end of a month', (server) => {
  /** Servers five minutes before and after it, far enough that both send in batches. */
  const bothServers = async (): Promise<App[]> => {
    const now = server().now();
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    server().holdClock();
    server().advance((end - 5 * MINUTE_MS - server().now().getTime()) / 1000);
    const later = new Date(end + 5 * MINUTE_MS);
    const second = await createApp({ ...server().app.services, formPage: undefined as never, now: () => later });
    onTestFinished(() => second.close());
    return [server().app, second];
  };
  const write = (app: App, { me, conversation }: Chat, client_id: string): Promise<CallAnswer> =>
    server().callApp(app, '/api/message.php', {
      as: me,
      json: { conversation, client_id, text: 'Happy new month' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });

  test('CH36 G2: one client id sent by both, alone and in batches, is one message, one debit, and later ones follow it', async () => {
    const apps = await bothServers();
    const months = new Set<string>();
    for (let round = 0; round < figure(200, 12); round += 1) {
      const chat = await chatOf(server(), 5);
      // A server sends in batches only for members whose session it has seen.
      if (round % 3 > 0) for (const app of apps) await server().callApp(app, '/api/user.php', { as: chat.me });
      const client_id = crypto.randomUUID();
      const order = round % 2 ? apps.toReversed() : apps;
      const answers = await Promise.all([...order, ...order].map((app) => write(app, chat, client_id)));
      const message = answers[0]?.body['message'] as { at: string };
      expect(answers.map(({ status, body }) => [status, body['message']])).toEqual(Array(4).fill([200, message]));
      expect((await accountOf(server(), chat.me)).credits).toBe(4);
      months.add(message.at.slice(0, 7));
      for (const as of [chat.me, chat.other]) await sent(server(), as, { conversation: chat.conversation });
      const [first] = apps;
      expect((await write(first as App, chat, client_id)).body['message']).toEqual(message);
      const rows = await inTenant(
        server(),
        sql<{ seq: number }>`select seq from message where conversation = ${chat.conversation} order by at, seq`,
      );
      expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    }
    expect(months.size).toBe(2);
    expect(await server().database.inTenant(tenant, (db) => findLedgerGaps(db, tenant))).toEqual([]);
  });
});
