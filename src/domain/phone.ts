// Formats support phone numbers for dialling.

/** Removes hyphens and spaces. */
export const normalizePhone = (phone: string): string => phone.replace(/[-\s]/g, '');
