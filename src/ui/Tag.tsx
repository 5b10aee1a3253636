// A coloured tag for a status.
import type { ReactNode } from 'react';

export type TagTone = 'good' | 'attention' | 'bad' | 'calm';

export function Tag({ children, tone = 'calm' }: { children: ReactNode; tone?: TagTone }) {
  return <span className={tone === 'calm' ? 'tag' : `tag tag-${tone}`}>{children}</span>;
}
