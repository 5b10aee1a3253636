// Random histories of messages, gifts, repeats, reads, reactions, deletions and blocks beside a model: what is done, paid and seen is what it says.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Chat, Conversation, Message } from '#contract/chats';
import { giftPrice } from '#domain/gifts';
import { accountOf, send, sent } from '../support/chats.ts';
import type { MadeMember } from '../support/members.ts';
import {
  type Deed,
  histories,
  Model,
  otherSide,
  refusals,
  type Seen,
  type Side,
  type View,
} from '../support/chat-histories.ts';
import { eachEngine, figure, siteAt, type CallAnswer } from '../support/server.ts';
import { hear } from '../support/tabs.ts';

const { message_credits, gift_credits } = siteAt(0).siteSettings;
/** Few enough to run out. */
const CREDITS = 5;

eachEngine('chat histories', (server) => {
  const asSeen = ({ seq, deleted, quote, reaction }: Message): Seen => ({
    ...{ seq, deleted: deleted ?? null, quote: quote?.seq ?? null, reaction: reaction ?? null },
  });
  const viewOf = async (as: MadeMember, conversation: string): Promise<View> => {
    const query = `conversation=${conversation}`;
    const { body } = await server().call('/api/messages.php', { as, query });
    const shown = body as unknown as Conversation;
    const { chats } = (await server().call('/api/chats.php', { as })).body as unknown as { chats: Chat[] };
    const [chat] = chats;
    const last = chat?.last;
    return {
      messages: body.error?.code ?? shown.messages.map(asSeen),
      listed: chat
        ? {
            unread: chat.num_unread_messages,
            last: { seq: last?.seq ?? 0, deleted: last?.deleted ?? null, reaction: last?.reaction ?? null },
          }
        : null,
      readTo: body.error ? null : shown.read_to,
    };
  };

  /** What two new members do in their conversation. */
  async function history() {
    const pair = [await server().member({ credits: CREDITS }), await server().member({ credits: CREDITS })] as const;
    const written: Message[] = [await sent(server(), pair[0], { profile: pair[1].id })];
    const conversation = written[0]?.conversation ?? '';
    const write = async (asked: Promise<CallAnswer>): Promise<string | number> => {
      const { body } = await asked;
      if (body.error) return body.error.code;
      const message = body['message'] as Message;
      written[message.seq - 1] = message;
      return message.seq;
    };
    const change = async (as: MadeMember, path: string, method: string, json: object) => {
      const { status, body } = await server().call(path, { method, json, as });
      if (status === 204) return 'done';
      return body.error?.code ?? (body['num_unread_messages'] as number);
    };
    const take = (deed: Deed): Promise<string | number> => {
      const [as, other] = [pair[deed.by], pair[otherSide(deed.by)]];
      const client_id = ('seq' in deed && written[deed.seq - 1]?.client_id) || crypto.randomUUID();
      switch (deed.what) {
        case 'write':
          return write(
            send(server(), as, { profile: other.id, ...(deed.quote === null ? {} : { quote: deed.quote }) }),
          );
        case 'give': {
          const json = { profile: other.id, gift: deed.gift, client_id };
          return write(server().call('/api/message.php', { json, as }));
        }
        case 'repeat':
          return write(send(server(), as, { conversation, client_id, text: 'Again' }));
        case 'read':
          return change(as, '/api/chat-read.php', 'PUT', { conversation, seq: deed.seq });
        case 'react':
          return change(as, '/api/reaction.php', 'PUT', { conversation, seq: deed.seq, reaction: deed.reaction });
        case 'erase':
          return change(as, '/api/message.php', 'DELETE', { conversation, client_id, scope: deed.scope });
        case 'remove':
          return change(as, '/api/chat.php', 'DELETE', { conversation });
        case 'block':
        case 'unblock':
          return change(as, '/api/block.php', deed.what === 'block' ? 'PUT' : 'DELETE', { id: other.id });
        case 'look':
          return Promise.resolve('done');
      }
    };
    return { pair, conversation, take };
  }

  test(
    'CH7 CH9 CH10 CH14 CH15 CH20 CH31 CH36 DE62 G4: after every random history both members have done, paid and see what the rules say',
    async () => {
      server().holdClock();
      await fc.assert(
        fc.asyncProperty(histories, async ([first, ...deeds]) => {
          const model = new Model(CREDITS, (gift) => (gift ? giftPrice(gift, gift_credits) : message_credits));
          const { pair, conversation, take } = await history();
          if (first) model.take(first);
          const heard = pair.map(({ id }) => hear(server(), id));
          const expectSeen = async (side: Side): Promise<void> =>
            expect(await viewOf(pair[side], conversation)).toEqual(model.viewOf(side));
          for (const deed of deeds) {
            if (deed.what === 'repeat' && !model.isOwn(deed.by, deed.seq)) continue;
            expect([deed, await take(deed)]).toEqual([deed, model.take(deed)]);
            if (deed.what === 'look') await expectSeen(deed.by);
          }
          for (const side of [0, 1] as const) {
            await expectSeen(side);
            expect(heard[side]?.events.filter(({ type }) => type === 'reaction')).toHaveLength(model.told);
            heard[side]?.stop();
            const { credits, entries } = await accountOf(server(), pair[side]);
            const spent = entries.filter(({ kind }) => kind === 'message' || kind === 'gift');
            expect([credits, spent.length]).toEqual([model.credits[side], model.paid[side]]);
          }
        }),
        { numRuns: figure(10_000, 8), examples: [[refusals]] },
      );
    },
    figure(5_400_000, 300_000),
  );
});
