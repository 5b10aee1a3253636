// Messages of all conversations that this device could not send.
import { computed } from 'nanostores';
import { RETRY, WRITE_TIMEOUT_MS } from '#domain/limits';
import { now } from '#lib/clock';
import { $chats } from './chats.ts';
import { $unsentChanges, partnersOfUnsent, readUnsent, type Unsent } from './drafts.ts';
import { isBeingSent } from './outbox.ts';
import { $user } from './session.ts';

/** For so long another tab may still be sending a message. */
const SENDING_MS = (RETRY.times + 1) * (WRITE_TIMEOUT_MS + RETRY.capMs);

/** The last one of each partner. What another tab has sent or could not send shows once the list of chats changes. */
export const $failedMessages = computed([$unsentChanges, $user, $chats], (_, user): ReadonlyMap<string, Unsent> => {
  if (!user) return new Map();
  const failed = partnersOfUnsent().map((partner) => [partner, readUnsent(partner).findLast(hasFailed)] as const);
  return new Map(failed.flatMap(([partner, last]) => (last ? [[partner, last] as const] : [])));
});

/** One without a code that no tab sends any more was interrupted, as by a reload. */
function hasFailed({ client_id: id, at, code }: Unsent): boolean {
  if (isBeingSent(id)) return false;
  return code !== null || now().getTime() - Date.parse(at) > SENDING_MS;
}
