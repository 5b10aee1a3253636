// Canonical form of an e-mail address, unique within a tenant.
import { asciiEmail } from '#domain/validation';

/** Trimmed, NFKC, lower case, its domain in ASCII. For comparison only: mail is sent to the address as typed. */
export const emailKey = (email: string): string => asciiEmail(email.trim().normalize('NFKC').toLowerCase());

/** Providers that ignore dots in the name of a mailbox, by domain. */
const WITHOUT_DOTS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * The mailbox that an address most likely leads to: without a tag such as `+news`, and without the dots that its
 * provider ignores. For quotas only: accounts are told apart by `emailKey`.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const [name = '', domain = ''] = [key.slice(0, at).split('+')[0], key.slice(at + 1)];
  const provider = WITHOUT_DOTS[domain];
  return provider === undefined ? `${name}@${domain}` : `${name.replaceAll('.', '')}@${provider}`;
}
