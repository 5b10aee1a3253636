// Shows the number of notifications in the page title and on the app icon.
import { countedTitle } from '#domain/badges';
import { $notificationCount } from '#stores/notification-count';
import { onSessionEnd } from '#stores/private-data';

/** Updates both, also after navigations; returns the function that stops it. */
export function watchNotificationCount(page: Document): () => void {
  const show = (): void => {
    const title = countedTitle(page.title, $notificationCount.get() ?? 0);
    if (title !== page.title) page.title = title;
  };
  const stop = $notificationCount.subscribe((count) => {
    show();
    if (count !== null) badgeApp(count);
  });
  for (const event of ['astro:after-swap', 'astro:page-load']) page.addEventListener(event, show);
  return () => {
    stop();
    for (const event of ['astro:after-swap', 'astro:page-load']) page.removeEventListener(event, show);
  };
}

/** Few browsers support it, and some reject it when the site is not installed. */
function badgeApp(count: number): void {
  void navigator.setAppBadge?.(count).catch(() => undefined);
}

// What comes next is not known until another member is here.
onSessionEnd(() => badgeApp(0));
