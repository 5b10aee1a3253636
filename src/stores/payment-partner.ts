// Whose chat a payment came from, kept on this device, so that the way back leads to the draft that waits there.
import { writeStored, readStored } from '#lib/storage';

const nameOf = (payment: string): string => `payment:${payment}`;

/** Remembers the chat a payment came from. */
export const savePartner = (payment: string, partner: string): void => writeStored(nameOf(payment), partner);

/** The member whose chat that payment came from, or null. */
export const partnerOf = (payment: string): string | null => readStored(nameOf(payment));
