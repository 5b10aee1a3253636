// Shows the current page in another language without interrupting a filled field, an open dialog or a running order.
import { LANGUAGE } from '#domain/limits';
import { currentLanguage } from '../i18n.ts';
import { currentPathIn } from '../paths.ts';
import { cookie } from '../storage.ts';
import { isPageChanging } from './install.ts';
import { onPageVisible } from '../visibility.ts';

let pendingLanguage: string | null = null;
let isListening = false;

/** Switches now, or when the tab becomes visible or has navigated. Replaces the history entry. */
export function switchLanguage(language: string): void {
  pendingLanguage = language;
  tryToSwitch();
  if (isListening) return;
  isListening = true;
  onPageVisible(tryToSwitch);
  document.addEventListener('astro:after-swap', tryToSwitch);
}

function tryToSwitch(): void {
  if (pendingLanguage === currentLanguage()) pendingLanguage = null;
  // If the cookie has another language, or could not be set, the server redirects back: an endless loop.
  if (pendingLanguage === null || cookie(LANGUAGE.cookie)?.slice(0, 2) !== pendingLanguage || isBusy()) return;
  const address = currentPathIn(pendingLanguage);
  if (!address) return;
  // The router swaps the page in place, which preserves the stores and the live connection.
  const link = document.createElement('a');
  link.href = address;
  link.dataset['astroHistory'] = 'replace';
  link.dataset['inPlace'] = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** A navigation in progress has priority. A dialog may have values in unfocused fields. The message box does not count: it has a draft. */
const isBusy = (): boolean =>
  isPageChanging() ||
  document.querySelector('dialog[open], button[aria-busy=true]') !== null ||
  hasInput(document.activeElement);

const hasInput = (field: Element | null): boolean =>
  field !== null &&
  field.matches('input, textarea') &&
  (field as HTMLInputElement).value !== '' &&
  !field.closest('.message-box');
