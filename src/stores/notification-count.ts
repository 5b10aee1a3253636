// The number of unread messages and new likes, for the page title and the app badge.
import { computed } from 'nanostores';
import { $unread } from './chats.ts';
import { $newLikes } from './likes.ts';

export const $notificationCount = computed([$unread, $newLikes], (unread, likes) => unread + likes);
