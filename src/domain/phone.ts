// Support phone numbers as they are dialled.

/** Removes hyphens and spaces, as requirement SI27 asks whenever the number is used. */
export const normalizePhone = (phone: string): string => phone.replace(/[-\s]/g, '');
