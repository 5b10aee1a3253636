// Says when two e-mail addresses are the same one: the form that is unique within a tenant.

/** Trimmed, in one Unicode form and lower case; only for comparing, mail goes to the address as typed. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();
