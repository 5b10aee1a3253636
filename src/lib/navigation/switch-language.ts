// Shows the page one stands at in another language, but takes no field, dialog or order away from somebody who is busy with it.
import { LANGUAGE } from '#domain/limits';
import { languageNow } from '../i18n.ts';
import { currentPathIn } from '../paths.ts';
import { cookie } from '../storage.ts';
import { isPageChanging } from './install.ts';
import { onPageVisible } from '../visibility.ts';

let wanted: string | null = null;
let isListening = false;

/** Leads there at once, or when the tab is next seen or has changed its page; that address takes the place of this one. */
export function switchLanguage(language: string): void {
  wanted = language;
  lead();
  if (isListening) return;
  isListening = true;
  onPageVisible(lead);
  document.addEventListener('astro:after-swap', lead);
}

function lead(): void {
  if (wanted === languageNow()) wanted = null;
  // Where the cookie says another language (chosen meanwhile) or none (it cannot be set), the server leads back there, and so on for ever.
  if (wanted === null || cookie(LANGUAGE.cookie)?.slice(0, 2) !== wanted || isBusy()) return;
  const address = currentPathIn(wanted);
  if (!address) return;
  // The router exchanges the page in place: what its stores know, and the connection, stay.
  const link = document.createElement('a');
  link.href = address;
  link.dataset['astroHistory'] = 'replace';
  link.dataset['inPlace'] = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * Whoever has pressed a link goes there first. Whoever chooses in a dialog may have left its fields; what is written in the message box
 * is kept as a draft.
 */
const isBusy = (): boolean =>
  isPageChanging() ||
  document.querySelector('dialog[open], button[aria-busy=true]') !== null ||
  isFilling(document.activeElement);

const isFilling = (field: Element | null): boolean =>
  field !== null &&
  field.matches('input, textarea') &&
  (field as HTMLInputElement).value !== '' &&
  !field.closest('.message-box');
