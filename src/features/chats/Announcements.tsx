// The live region of a conversation. The messages themselves are none: they are read out again whenever their order or state changes.
import { useEffect, useRef, useState } from 'react';
import { after } from '#lib/clock';
import type { OpenConversation } from '#stores/conversation';
import { announce, type Announcement } from './announcements.ts';
import type { BubbleData } from './bubbles.ts';

/** Then it has been read out. Left there, it would be met again below the conversation. */
const KEPT_MS = 10_000;

interface Props {
  bubbles: readonly BubbleData[];
  partner: OpenConversation['profile'];
}

export function Announcements({ bubbles, partner }: Props) {
  const known = useRef<Set<string> | null>(null);
  const [news, setNews] = useState<readonly Announcement[]>([]);
  useEffect(() => {
    const now = announce(known.current, bubbles, partner);
    known.current = now.known;
    if (now.news.length > 0) setNews(now.news);
  });
  useEffect(() => (news.length > 0 ? after(KEPT_MS, () => setNews([])) : undefined), [news]);
  return (
    <div className="visually-hidden" aria-live="polite" aria-relevant="additions">
      {news.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
