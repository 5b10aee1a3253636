// Random histories of messages, screens, other devices and lost connections: in the end the page counts as unread what the server does.
import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Chat } from '#contract/chats';
import { removeChat } from '#stores/chat-deletion';
import { $unread } from '#stores/chats';
import { openConversation, readyConversation, registerViewer } from '#stores/conversation';
import { dispatchLive } from '#stores/live';
import { sent } from '#tests/support/chats';
import { chatPage } from '#tests/support/chat-page';
import { eventually } from '#tests/support/eventually';
import { pass } from '#tests/support/fake-clock';
import { setOpen } from '#tests/support/fake-live';
import { figure, siteAt } from '#tests/support/server';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();

const kinds = ['receive', 'receive', 'receive', 'enter', 'leave', 'elsewhere', 'remove', 'cut', 'back', 'wait'];
const step = fc.record({ what: fc.constantFrom(...kinds), partner: fc.constantFrom(0, 1) });

test(
  'G4 CH9 CH10 CH15 CH35: after every random history the page and the server agree on what is unread',
  async () => {
    const { server, me } = page;
    const partners = [
      await server.member({ credits: 100_000, paid_user: true }),
      await server.member({ credits: 100_000, paid_user: true }),
    ];
    const conversations = new Map<string, string>();
    let isCut = false;
    const stop = server.app.services.hub.subscribe({
      ...{ tenant: siteAt(0).id, account: me.id, session: '', address: '', end: () => undefined },
      deliver: ({ body }) => (isCut ? undefined : dispatchLive(body)),
    });
    onTestFinished(stop);
    page.leave();
    let leave: (() => void) | null = null;
    const readElsewhere = (conversation: string) =>
      server.call('/api/chat-read.php', { method: 'PUT', json: { conversation, seq: 1_000_000 }, as: me });
    const take = async ({ what, partner }: { what: string; partner: number }): Promise<void> => {
      const { id = '', cookie = '' } = partners[partner] ?? {};
      const conversation = conversations.get(id);
      if (what === 'receive') conversations.set(id, (await sent(server, { cookie }, { profile: me.id })).conversation);
      // The others are not waited for: what comes next meets them on their way.
      if (what === 'leave' || what === 'enter') leave?.();
      if (what === 'leave') leave = null;
      if (what === 'enter') {
        leave = registerViewer();
        void openConversation({ profile: id });
      }
      if (what === 'elsewhere' && conversation) void readElsewhere(conversation);
      if (what === 'remove' && conversation) void removeChat(conversation);
      if (what === 'cut' || what === 'back') {
        isCut = what === 'cut';
        setOpen(!isCut);
      }
      if (what === 'wait') pass(200);
    };
    const listed = async (): Promise<Chat[]> =>
      (await server.call('/api/chats.php', { as: me })).body['chats'] as Chat[];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 40 }), async (steps) => {
        for (const each of steps) await take(each);
        await take({ what: 'back', partner: 0 });
        await eventually(async () => {
          pass(200);
          const chats = await listed();
          const unread = chats.map((chat) => [chat.conversation.id, chat.num_unread_messages] as const);
          expect($unread.get()).toBe(unread.reduce((sum, [, count]) => sum + count, 0));
          const shown = leave && readyConversation()?.id;
          expect(unread.filter(([id, count]) => id === shown && count > 0)).toEqual([]);
        });
      }),
      { numRuns: figure(1000, 5) },
    );
  },
  figure(3_600_000, 300_000),
);
