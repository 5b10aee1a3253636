// Counts and markers of the navigation: badges, the balance, the title's prefix, and the current link.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { balanceTone, countedTitle } from '#domain/badges';
import { BADGE } from '#domain/limits';
import { currentNavItem, navItems } from '#domain/navigation';
import { hasScreen } from '#domain/routes';
import { Badge } from '#ui/Badge';

const $notificationCount = vi.hoisted(() => {
  const listeners = new Set<(count: number) => void>();
  let count = 0;
  return {
    get: () => count,
    set: (next: number) => {
      count = next;
      listeners.forEach((listener) => listener(next));
    },
    subscribe: (listener: (count: number) => void) => {
      listeners.add(listener);
      listener(count);
      return () => listeners.delete(listener);
    },
  };
});
vi.mock('#stores/notification-count', () => ({ $notificationCount }));

describe('badges', () => {
  test('SH13 SH14: a count shows up to 99, then 99+, and its label has the exact number', () => {
    const badge = (count: number): string =>
      renderToStaticMarkup(createElement(Badge, { count, cap: BADGE.max, label: `${count} new` }));
    expect(badge(99)).toContain('>99<');
    expect(badge(100)).toContain('>99+<');
    expect(badge(120)).toContain('>120 new<');
  });

  test('SH16: the balance shows at 10 or less, as a warning above 0 and as a danger at 0', () => {
    expect([120, 11, 10, 1, 0].map(balanceTone)).toEqual([null, null, 'amber', 'amber', 'danger']);
  });
});

describe('title', () => {
  test('SH11: the count is in parentheses before the title, and only when it is not 0', () => {
    expect(countedTitle('Likes · Site', 3)).toBe('(3) Likes · Site');
    expect(countedTitle('(3) Likes · Site', 120)).toBe('(120) Likes · Site');
    expect(countedTitle('(3) Likes · Site', 0)).toBe('Likes · Site');
    expect(countedTitle('(new) Likes', 1)).toBe('(1) (new) Likes');
  });

  test('SH11: it follows the count and page changes, and so does the app badge', async () => {
    const { watchNotificationCount: watchWaiting } = await import('../../src/features/shell/notification-count.ts');
    const badges: number[] = [];
    vi.stubGlobal('navigator', {
      setAppBadge: (count: number) => {
        badges.push(count);
        return Promise.reject(new Error('not installed'));
      },
    });
    const page = Object.assign(new EventTarget(), { title: 'Search' });
    const stop = watchWaiting(page as unknown as Document);
    $notificationCount.set(2);
    expect(page.title).toBe('(2) Search');
    page.title = 'Likes';
    page.dispatchEvent(new Event('astro:after-swap'));
    expect(page.title).toBe('(2) Likes');
    stop();
    $notificationCount.set(5);
    vi.unstubAllGlobals();
    expect([page.title, badges]).toEqual(['(2) Likes', [0, 2]]);
  });
});

describe('links', () => {
  test('SH12 SH15: every link leads to an existing page', () => {
    for (const { route } of Object.values(navItems)) expect([route, hasScreen(route)]).toEqual([route, true]);
  });

  test('SH32: a page marks its own link, and the link of its section', () => {
    expect(currentNavItem(navItems.search, 'members')).toBe('page');
    expect(currentNavItem(navItems.search, 'members-id')).toBe('true');
    expect(currentNavItem(navItems.messages, 'members-id-chat')).toBe('true');
    expect(currentNavItem(navItems.likes, 'chats')).toBeUndefined();
  });
});
