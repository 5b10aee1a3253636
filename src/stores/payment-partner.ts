// Remembers on this device which chat a payment was started from, so that the result page can link back to its draft.
import { writeStored, readStored } from '#lib/storage';

const storageKey = (payment: string): string => `payment:${payment}`;

export const savePartner = (payment: string, partner: string): void => writeStored(storageKey(payment), partner);

export const partnerOf = (payment: string): string | null => readStored(storageKey(payment));
