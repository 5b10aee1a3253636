// Lets whoever changes the language stay where they are, query and all: the menu is exported once per page, not per member or chat.
import { hereIn } from '#lib/paths';

/** Corrects the address of a language just before the browser follows it; returns a function that stops it. */
export function watchLanguageLinks(page: Document): () => void {
  const correct = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-language]') : null;
    const address = link && hereIn(link.dataset['language'] ?? '');
    if (address) link.href = address;
  };
  page.addEventListener('click', correct);
  return () => page.removeEventListener('click', correct);
}
