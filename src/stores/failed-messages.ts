// Messages of all conversations that this device could not send.
import { computed } from 'nanostores';
import { $unsentChanges, partnersOfUnsent, readUnsent, type Unsent } from './drafts.ts';
import { isBeingSent } from './outbox.ts';
import { $user } from './session.ts';

/** The last one of each partner. */
export const $failedMessages = computed([$unsentChanges, $user], (_, user): ReadonlyMap<string, Unsent> => {
  if (!user) return new Map();
  const failed = partnersOfUnsent().map((partner) => {
    const last = readUnsent(partner).findLast(({ client_id: id }) => !isBeingSent(id));
    return [partner, last] as const;
  });
  return new Map(failed.flatMap(([partner, last]) => (last ? [[partner, last] as const] : [])));
});
