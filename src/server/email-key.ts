// Says when two e-mail addresses are the same one: the form that is unique within a tenant.

export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();
