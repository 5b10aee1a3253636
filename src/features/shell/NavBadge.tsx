// The badge of a navigation item: unread messages or new likes.
import { useStore } from '@nanostores/react';
import { BADGE } from '#domain/limits';
import { t } from '#lib/i18n';
import { $unread } from '#stores/chats';
import { $newLikes } from '#stores/likes';
import { Badge } from '#ui/Badge';

const counters = {
  messages: { $count: $unread, word: 'shell:badge_unread' },
  likes: { $count: $newLikes, word: 'shell:badge_likes' },
} as const;

export function NavBadge({ of }: { of: keyof typeof counters }) {
  const { $count, word: textKey } = counters[of];
  const count = useStore($count);
  return count > 0 && <Badge count={count} cap={BADGE.max} label={t(textKey, { count })} />;
}
