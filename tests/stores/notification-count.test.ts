// The count in the title and on the icon of the app, against a model: random histories of one tab, some of which cannot load at first.
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { countedTitle } from '#domain/badges';
import { watchNotificationCount } from '../../src/features/shell/notification-count.ts';
import { clearUnread, dropChat, loadChats } from '#stores/chats';
import { loadLikes } from '#stores/likes';
import { clearPrivateData } from '#stores/private-data';

/** What the server knows; the model of the tab is what it last loaded. */
const world = vi.hoisted(() => ({ unread: new Map<string, number>(), likes: new Set<string>(), isDown: false }));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#lib/api', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  client: (calls: Record<string, { path: string } | undefined>) => ({
    list: () => {
      if (world.isDown) return Promise.reject(new Error('down'));
      if (calls['list']?.path.includes('chats'))
        return Promise.resolve({
          chats: [...world.unread].map(([id, unread]) => ({
            conversation: { id },
            profile: { id },
            num_unread_messages: unread,
          })),
        });
      throw new Error('No list of likes is open.');
    },
    news: () =>
      world.isDown
        ? Promise.reject(new Error('down'))
        : Promise.resolve({ new_likes: world.likes.size, latest: [], liked: [] }),
    seen: () => Promise.resolve({}),
  }),
}));

const badges: number[] = [];
/** How the browser takes a badge: shows it, refuses it, or has no such thing. */
const icons = {
  shows: { setAppBadge: (count: number) => Promise.resolve(void badges.push(count)) },
  refuses: { setAppBadge: () => Promise.reject(new Error('not installed')) },
  none: {},
};
afterAll(() => vi.unstubAllGlobals());

const id = fc.constantFrom('a', 'b', 'c', 'd');
const act = fc.oneof(
  fc.record({ do: fc.constantFrom('message', 'open', 'drop', 'like', 'seen'), id }),
  fc.record({ do: fc.constantFrom('page', 'down', 'up', 'logout'), id }),
);

test('PU9 PU10 SH11: title and badge are one number, equal to the model after every step of 1,000 histories', async () => {
  const counts = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 30, size: 'max' }),
      fc.constantFrom('shows', 'refuses', 'none'),
      fc.boolean(),
      async (acts, icon, isDown) => {
        Object.assign(world, { unread: new Map(), likes: new Set(), isDown });
        vi.stubGlobal('navigator', icons[icon]);
        clearPrivateData();
        badges.length = 0;
        const page = Object.assign(new EventTarget(), { title: 'Messages · Brand' });
        let base = page.title;
        const stop = watchNotificationCount(page as unknown as Document);
        const known = { unread: new Map<string, number>(), likes: 0, ever: false };
        /** What a push has told stays until more is known. */
        let badge: number | undefined;
        const load = async (): Promise<void> => {
          await Promise.all([loadChats(), loadLikes()]);
          if (!world.isDown)
            Object.assign(known, { unread: new Map(world.unread), likes: world.likes.size, ever: true });
        };
        await load();
        for (const { do: what, id: who } of acts) {
          if (what === 'message') world.unread.set(who, (world.unread.get(who) ?? 0) + 1);
          if (what === 'like') world.likes.add(who);
          if (what === 'seen') world.likes.clear();
          if (what === 'down' || what === 'up') world.isDown = what === 'down';
          if (what === 'open' || what === 'drop') {
            if (what === 'open') clearUnread(who);
            else dropChat(who);
            // The server hears of it, and so does a list that cannot be loaded now.
            if (what === 'open' && world.unread.has(who)) world.unread.set(who, 0);
            if (what === 'drop') world.unread.delete(who);
            known.unread.delete(who);
          }
          if (what === 'logout') {
            world.unread.clear();
            world.likes.clear();
            clearPrivateData();
            Object.assign(known, { unread: new Map(), likes: 0, ever: false });
            badge = 0;
          }
          if (what === 'page') {
            base = `Page ${who} · Brand`;
            page.title = base;
            page.dispatchEvent(new Event('astro:after-swap'));
          } else await load();
          const count = [...known.unread.values()].reduce((sum, each) => sum + each, 0) + known.likes;
          counts.add(count);
          expect(page.title).toBe(count > 0 ? `(${count}) ${base}` : base);
          expect(page.title).toBe(countedTitle(base, count));
          if (known.ever) badge = count;
          if (icon === 'shows') expect(badges.at(-1)).toBe(badge);
        }
        stop();
      },
    ),
    { numRuns: 1000, seed: 35 },
  );
  // The histories are of some use.
  expect(counts.size).toBeGreaterThan(8);
});
