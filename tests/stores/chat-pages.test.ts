// The list of chats beyond its first page, with pages that the test makes up.
import { expect, onTestFinished, test, vi } from 'vitest';
import { chats as calls, type Chat } from '#contract/chats';
import { $chats, loadChats, loadMoreChats } from '#stores/chats';
import { chatPage } from '#tests/support/chat-page';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();

test('CH4: further pages are loaded when asked for, and with every later load; what moved between two pages is listed once', async () => {
  await page.receive('Hello');
  await loadChats();
  const [chat] = $chats.ready()?.chats ?? [];
  const pages = [['a', 'b'], ['b', 'c'], ['d']];
  const ask = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = ask));
  globalThis.fetch = (input, init) => {
    const { pathname, searchParams } = new URL(String(input), 'https://here.example');
    if (pathname !== calls.list.path) return ask(input, init);
    const at = Number(searchParams.get('page') ?? 0);
    const listed = pages[at]?.map((name): Chat => ({
      ...(chat as Chat),
      profile: { ...(chat as Chat).profile, name },
      conversation: { id: idOf(name) },
    }));
    return Promise.resolve(Response.json({ chats: listed, more: at < 2 }));
  };
  const idOf = (name: string): string => `00000000-0000-4000-8000-00000000000${name}`;
  const names = () => [
    $chats
      .ready()
      ?.chats.map(({ profile }) => profile.name)
      .join(''),
    $chats.ready()?.more,
  ];
  await loadChats();
  expect(names()).toEqual(['ab', true]);
  await loadMoreChats();
  expect(names()).toEqual(['abc', true]);
  await loadMoreChats();
  await loadMoreChats();
  await loadChats();
  expect(names()).toEqual(['abcd', false]);
});
