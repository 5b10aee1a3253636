// The live region of a conversation. The messages themselves are none: they are read out again whenever their order or state changes.
import { useEffect, useRef, useState } from 'react';
import { announce, type Announcement } from './announcements.ts';
import type { BubbleData } from './bubbles.ts';

export function Announcements({ bubbles, name }: { bubbles: readonly BubbleData[]; name: string }) {
  const known = useRef<Set<string> | null>(null);
  const [news, setNews] = useState<readonly Announcement[]>([]);
  useEffect(() => {
    const now = announce(known.current, bubbles, name);
    known.current = now.known;
    if (now.news.length > 0) setNews(now.news);
  });
  return (
    <div className="visually-hidden" aria-live="polite" aria-relevant="additions">
      {news.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
