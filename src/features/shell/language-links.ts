// Language links that preserve the current address and save the choice: pages are static, so their links lack ids and query.
import { currentPathIn } from '#lib/paths';
import { saveLanguage } from '#stores/session';

/** Corrects a language link just before the browser follows it; returns the function that stops it. */
export function watchLanguageLinks(page: Document): () => void {
  const correct = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-language]') : null;
    const language = link?.dataset['language'];
    if (!link || !language) return;
    const address = currentPathIn(language);
    if (address) link.href = address;
    // With a modifier key it opens in another tab, whose page saves the language.
    if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) saveLanguage(language);
  };
  page.addEventListener('click', correct);
  return () => page.removeEventListener('click', correct);
}
