// Pagination with real links, which also work in a new tab.
import type { MouseEvent } from 'react';
import { Icon } from './Icon.tsx';
import { isPlainClick } from './plain-click.ts';

interface Props {
  page: number;
  hasNext: boolean;
  words: { readonly label: string; readonly previous: string; readonly next: string };
  hrefOf: (page: number) => string;
  onGo: (page: number) => void;
}

export function Pager({ page, hasNext, words, hrefOf, onGo }: Props) {
  if (page === 1 && !hasNext) return null;
  const go = (target: number) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onGo(target);
  };
  return (
    <nav className="pager" aria-label={words.label}>
      {page > 1 && (
        <a className="btn" rel="prev" href={hrefOf(page - 1)} onClick={go(page - 1)}>
          <Icon name="left" />
          <span>{words.previous}</span>
        </a>
      )}
      <span className="pager-page">{words.label}</span>
      {hasNext && (
        <a className="btn" rel="next" href={hrefOf(page + 1)} onClick={go(page + 1)}>
          <span>{words.next}</span>
          <Icon name="right" />
        </a>
      )}
    </nav>
  );
}
