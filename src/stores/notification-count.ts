// What waits for the member: unread messages and new likes, as the page's title and the app's badge count them.
import { computed } from 'nanostores';
import { $unread } from './chats.ts';
import { $newLikes } from './likes.ts';

export const $notificationCount = computed([$unread, $newLikes], (unread, likes) => unread + likes);
