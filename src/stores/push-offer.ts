// When notifications are offered in a conversation: after the first message that this device has seen sent, and never twice.
import { atom } from 'nanostores';
import { $dismissed, dismissAlert } from './alerts.ts';
import { onLive } from './live.ts';
import { onSessionEnd } from './private-data.ts';
import { $push } from './push.ts';

/** Among the dismissed alerts, from when it was offered on. */
const OFFER = 'push-offer';

export const $isPushOffered = atom(false);
export const closePushOffer = (): void => $isPushOffered.set(false);
onSessionEnd(closePushOffer);

/** Returns the function that stops. A member who has closed the alert about push is not asked again. */
export const watchPushOffer = (): (() => void) =>
  onLive('message', ({ credits }) => {
    // Only the sender's event has a balance.
    if (credits === undefined) return;
    const { capable, subscribed } = $push.get();
    const before = $dismissed.get();
    if (!capable || subscribed !== false || before.has(OFFER) || before.has('push')) return;
    dismissAlert(OFFER);
    $isPushOffered.set(true);
  });
