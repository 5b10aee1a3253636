// Reads an IBAN as it is typed; a heavy module, so browsers load it when a form is sent.
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';

/** As copied from an invoice, `IBAN: NL91…`. */
const LABEL = /^\s*iban\b[\s:.]*/i;

/** The IBAN without spaces; null unless length, check digits and country are those of a bank account within SEPA, the banks' whole area. */
export function readIban(typed: string): string | null {
  const iban = electronicFormatIBAN(typed.replace(LABEL, ''));
  return iban !== null && isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2)) ? iban : null;
}
