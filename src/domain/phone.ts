// Support phone numbers as they are dialled.

/** Removes hyphens and spaces, as the spec asks whenever the number is used (spec §9). */
export const normalizePhone = (phone: string): string => phone.replace(/[-\s]/g, '');
