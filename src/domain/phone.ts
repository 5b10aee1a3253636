// Formats support phone numbers for dialling.

/** Removes hyphens and spaces (spec §9). */
export const normalizePhone = (phone: string): string => phone.replace(/[-\s]/g, '');
