// Shows the page one stands at in another language, but takes no field or dialog away from somebody who is busy with it.
import { languageNow } from './i18n.ts';
import { hereIn } from './paths.ts';
import { onVisible } from './visibility.ts';

let wanted: string | null = null;

/** Leads there at once, or when the tab is next seen or has changed its page; that address takes the place of this one. */
export function showIn(language: string): void {
  if (wanted === null) {
    onVisible(lead);
    document.addEventListener('astro:after-swap', lead);
  }
  wanted = language;
  lead();
}

function lead(): void {
  const address = wanted !== null && wanted !== languageNow() && !isBusy() && hereIn(wanted);
  if (!address) return;
  // The router exchanges the page in place: what its stores know, and the connection, stay.
  const link = document.createElement('a');
  link.href = address;
  link.dataset['astroHistory'] = 'replace';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Whoever chooses in a dialog may have left its fields; what is written in the message box is kept as a draft. */
const isBusy = (): boolean => document.querySelector('dialog[open]') !== null || isFilling(document.activeElement);

const isFilling = (field: Element | null): boolean =>
  field !== null &&
  field.matches('input, textarea') &&
  (field as HTMLInputElement).value !== '' &&
  !field.closest('.message-box');
