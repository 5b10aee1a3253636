// A page of the members area for tests of the chat stores: one member reads, the other writes, against a server in
// memory.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { AppParts } from '#server/app';
import { $chats } from '#stores/chats';
import { $conversation, registerViewer, openConversation, readyConversation } from '#stores/conversation';
import { startLive } from '#stores/live';
import { $unsent, closeOutbox, openOutbox } from '#stores/outbox';
import { loadUser } from '#stores/session';
import { $typing } from '#stores/typing';
import { sent } from './chats.ts';
import { device } from './fake-storage.ts';
import type { MadeMember } from './members.ts';
import { pageFetch } from './page-fetch.ts';
import { siteAt, startTestServer, type TestServer, usualDatabase } from './server.ts';
import { eventually } from './eventually.ts';

export interface ChatPage {
  me: MadeMember;
  other: MadeMember;
  /** Calls made so far, e.g. `GET /api/chats.php`. */
  calls: string[];
  /** The number of answers to sends that the network loses. */
  lost: number;
  /** Sends do not reach the server. */
  offline: boolean;
  readonly server: TestServer;
  /** The other member writes without an event. Answers the conversation. */
  receive(text: string): Promise<string>;
  /** Opens the chat with the other member, as its page does. */
  open(): Promise<void>;
  /** Leaves for another screen; persistent islands, such as the list, keep their stores mounted. */
  leave(): void;
  setCredits(credits: number): Promise<void>;
}

/** Sets the page up for the tests of one file; call it once, at its top. */
export function chatPage(env: Record<string, string> = {}, parts: Partial<AppParts> = {}): ChatPage {
  const plainFetch = globalThis.fetch;
  const running = new Set<Promise<unknown>>();
  const stops: (() => void)[] = [];
  let server: TestServer & { close(): Promise<void> };
  let leave = registerViewer();
  const page = { calls: [], lost: 0, offline: false } as Partial<ChatPage> as ChatPage;
  beforeAll(async () => {
    server = await startTestServer(await usualDatabase(), parts, env);
    const ask = pageFetch(server, siteAt(0), () => page.me.cookie);
    globalThis.fetch = async (input, init) => {
      const path = String(input).split('?')[0] ?? '';
      page.calls.push(`${init?.method ?? 'GET'} ${path}`);
      if (page.offline && path === '/api/message.php') throw new TypeError('The network is gone.');
      const answering = ask(input, init);
      running.add(answering);
      const answer = await answering.finally(() => running.delete(answering));
      if (page.lost === 0 || path !== '/api/message.php') return answer;
      page.lost -= 1;
      throw new TypeError('The network is gone.');
    };
    Object.assign(page, { server, ...actions(page, server), leave: () => leave() });
    startLive();
    // As on the screens, where subscribers keep a store mounted.
    for (const seen of [$chats, $conversation, $unsent, $typing]) stops.push(seen.listen(() => undefined));
  });
  afterAll(async () => {
    stops.forEach((stop) => stop());
    while (running.size > 0) await Promise.allSettled(running);
    globalThis.fetch = plainFetch;
    await server.close();
  });
  beforeEach(async () => {
    page.me = await server.member({ gender: 'female', country: 'NL', credits: 5 });
    page.other = await server.member({ gender: 'male', country: 'NL', credits: 500, paid_user: true });
    page.lost = 0;
    page.offline = false;
    device.clear();
    closeOutbox();
    leave();
    leave = registerViewer();
    await openConversation(null);
    await loadUser();
    page.calls.length = 0;
  });
  return page;
}

const actions = (page: ChatPage, server: TestServer): Pick<ChatPage, 'receive' | 'open' | 'setCredits'> => ({
  receive: async (text) => (await sent(server, page.other, { profile: page.me.id, text })).conversation,
  open: async () => {
    await openConversation({ profile: page.other.id });
    openOutbox(page.other.id);
  },
  setCredits: async (credits) => {
    await server.database.inTenant(siteAt(0).id, (db) =>
      db
        .updateTable('account')
        .set({ credits })
        .where('tenant', '=', siteAt(0).id)
        .where('id', '=', page.me.id)
        .execute(),
    );
    await loadUser();
  },
});

export const texts = (): string[] => readyConversation()?.messages.map(({ text }) => text) ?? [];
export const numbers = (): number[] => readyConversation()?.messages.map(({ seq }) => seq) ?? [];
/** Waits until nothing is on its way any more. */
export const settled = (): Promise<void> =>
  eventually(() => expect($unsent.get().filter(({ code }) => code === null)).toEqual([]));

/** Resolves after the answers to what the tab has asked by now, and to what it asks then. */
export async function answered({ server, me }: ChatPage): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await server.call('/api/user.php', { as: me });
    await new Promise(setImmediate);
  }
}
