// Lets whoever changes the language stay where they are, query and all, and tells their account: the menu is exported once per page, not per member or chat.
import { currentPathIn } from '#lib/paths';
import { saveLanguage } from '#stores/session';

/** Corrects the address of a language just before the browser follows it; returns a function that stops it. */
export function watchLanguageLinks(page: Document): () => void {
  const correct = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-language]') : null;
    const language = link?.dataset['language'];
    if (!link || !language) return;
    const address = currentPathIn(language);
    if (address) link.href = address;
    // Pressed with a key held, it opens elsewhere, and is told by the page there.
    if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) saveLanguage(language);
  };
  page.addEventListener('click', correct);
  return () => page.removeEventListener('click', correct);
}
