// Canonical form of an e-mail address, unique within a tenant.

/** Trimmed, NFKC, lower case. For comparison only: mail is sent to the address as typed. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();
