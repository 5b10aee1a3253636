// The number of unread messages and new likes, for the page title and the app badge.
import { computed } from 'nanostores';
import { $chats, $unread } from './chats.ts';
import { $likeNews, $newLikes } from './likes.ts';

/** Null until both are known: the badge of the app may say by then what a push has told. */
export const $notificationCount = computed([$chats, $likeNews, $unread, $newLikes], (chats, likes, unread, newLikes) =>
  chats.state === 'ready' && likes.state === 'ready' ? unread + newLikes : null,
);
