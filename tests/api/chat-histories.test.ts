// Random histories of messages, quotes, reactions and deletions beside a model: both members see what it says.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Chat, Conversation, Message } from '#contract/chats';
import { sent } from '../support/chats.ts';
import type { MadeMember } from '../support/members.ts';
import { type Deed, histories, Model, otherSide, type Seen } from '../support/reply-histories.ts';
import { eachEngine, figure } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

eachEngine('reply histories', (server) => {
  const asSeen = ({ seq, deleted, quote, reaction }: Message): Seen => ({
    ...{ seq, deleted: deleted ?? null, quote: quote?.seq ?? null, reaction: reaction ?? null },
  });
  /** The messages, and what the list says of the newest one. */
  const seenBy = async (as: MadeMember, conversation: string) => {
    const query = `conversation=${conversation}`;
    const { body } = await server().call('/api/messages.php', { as, query });
    const { chats } = (await server().call('/api/chats.php', { as })).body as unknown as { chats: Chat[] };
    const last = chats[0]?.last;
    return {
      messages: (body as unknown as Conversation).messages.map(asSeen),
      last: last ? { seq: last.seq, deleted: last.deleted ?? null, reaction: last.reaction ?? null } : null,
    };
  };
  const expectedOf = (messages: readonly Seen[]) => {
    const last = messages.at(-1);
    return { messages, last: last ? { seq: last.seq, deleted: last.deleted, reaction: last.reaction } : null };
  };

  test(
    'DE62 CH14 CH15: after a random history of quotes, reactions and deletions, both members see what the rules say',
    async () => {
      server().holdClock();
      await fc.assert(
        fc.asyncProperty(histories, async (history) => {
          const pair = [await server().member({ credits: 20 }), await server().member({ credits: 20 })] as const;
          const heard = pair.map(({ id }) => recordEvents(server(), id));
          const model = new Model();
          const written: Message[] = [];
          const take = async (deed: Deed): Promise<boolean> => {
            const as = pair[deed.by];
            if (deed.what === 'write') {
              const quote = deed.quote === null ? {} : { quote: deed.quote };
              written.push(await sent(server(), as, { profile: pair[otherSide(deed.by)].id, ...quote }));
              return true;
            }
            const conversation = written[0]?.conversation ?? '';
            const { path, method, json } = callOf(deed, written);
            const { status, body } = await server().call(path, { method, json: { conversation, ...json }, as });
            if (status !== 204) expect(body.error?.code).toBe('not_found');
            return status === 204;
          };
          for (const deed of history) expect([deed, await take(deed)]).toEqual([deed, model.take(deed)]);
          for (const side of [0, 1] as const) {
            const seen = await seenBy(pair[side], written[0]?.conversation ?? '');
            expect(seen).toEqual(expectedOf(model.seenBy(side)));
            expect(heard[side]?.filter(({ type }) => type === 'reaction')).toHaveLength(model.told);
          }
        }),
        { numRuns: figure(400, 6) },
      );
    },
    figure(1_800_000, 300_000),
  );
});

function callOf(deed: Exclude<Deed, { what: 'write' }>, written: readonly Message[]) {
  if (deed.what === 'remove') return { path: '/api/chat.php', method: 'DELETE', json: {} };
  const { seq } = deed;
  if (deed.what === 'react')
    return { path: '/api/reaction.php', method: 'PUT', json: { seq, reaction: deed.reaction } };
  const client_id = written[seq - 1]?.client_id ?? crypto.randomUUID();
  return { path: '/api/message.php', method: 'DELETE', json: { client_id, scope: deed.scope } };
}
