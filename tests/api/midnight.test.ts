// Idempotency keys across midnight, where the look-up changes partitions.
import { expect, test } from 'vitest';
import { send } from '../support/chats.ts';
import { chatsOf, transactions } from '../support/chats-begun.ts';
import { type CallAnswer, onBothEngines } from '../support/server.ts';

const statuses = (answers: readonly CallAnswer[]): number[] => answers.map(({ status }) => status);

onBothEngines('midnight', (server) => {
  test('A5: around midnight each message is sent separately, and its key holds on both days', async () => {
    const untilMidnight = 86_400 - (Math.floor(server().now().getTime() / 1000) % 86_400);
    server().advance(untilMidnight - 120);
    const chats = await chatsOf(server(), 4);
    const keys = chats.map(() => ({ 'idempotency-key': crypto.randomUUID() }));
    const texts = chats.map(({ conversation }) => ({
      conversation,
      text: 'Good night',
      client_id: crypto.randomUUID(),
    }));
    const write = (): Promise<CallAnswer[]> =>
      Promise.all(
        chats.map(({ me }, at) =>
          server().call('/api/message.php', { json: texts[at], as: me, headers: keys[at] ?? {} }),
        ),
      );
    const countOf = async (seq: number): Promise<number> => transactions(server(), chats, seq);
    server().advance(90);
    const first = await write();
    expect([statuses(first), await countOf(3)]).toEqual([Array(4).fill(200), 4]);
    for (const seconds of [60, 46 * 3600]) {
      server().advance(seconds);
      const again = await write();
      expect(again.map(({ headers, text }) => [headers.get('idempotent-replayed'), text])).toEqual(
        first.map(({ text }) => ['true', text]),
      );
    }
    const later = await Promise.all(chats.map(({ me, conversation }) => send(server(), me, { conversation })));
    expect(statuses(later)).toEqual(Array(4).fill(200));
    expect(await countOf(4)).toBeLessThan(4);
  });
});
