// Says how much waits for the member where it is seen from elsewhere: before the page's title and on the app's icon.
import { countedTitle } from '#domain/badges';
import { $notificationCount } from '#stores/notification-count';

/** Keeps both up to date, also on the page that has just been swapped in; returns a function that stops it. */
export function watchNotificationCount(page: Document): () => void {
  const show = (): void => {
    const title = countedTitle(page.title, $notificationCount.get());
    if (title !== page.title) page.title = title;
  };
  const stop = $notificationCount.subscribe((count) => {
    show();
    badgeApp(count);
  });
  for (const event of ['astro:after-swap', 'astro:page-load']) page.addEventListener(event, show);
  return () => {
    stop();
    for (const event of ['astro:after-swap', 'astro:page-load']) page.removeEventListener(event, show);
  };
}

/** Few browsers have it, and some refuse it where the site is not installed. */
function badgeApp(count: number): void {
  void navigator.setAppBadge?.(count).catch(() => undefined);
}
