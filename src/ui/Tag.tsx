// A word or two that say how something stands, set off by colour.
import type { ReactNode } from 'react';

export type TagTone = 'good' | 'attention' | 'bad' | 'calm';

export function Tag({ children, tone = 'calm' }: { children: ReactNode; tone?: TagTone }) {
  return <span className={tone === 'calm' ? 'tag' : `tag tag-${tone}`}>{children}</span>;
}
