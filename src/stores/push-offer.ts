// When notifications are offered in a conversation: after the first message that this device has seen sent, and never twice.
import { atom } from 'nanostores';
import { $dismissed, dismissAlert } from './alerts.ts';
import { $sent } from './drafts.ts';
import { onSessionEnd } from './private-data.ts';
import { $push } from './push.ts';

/** Among the dismissed alerts, from when it was offered on. */
const OFFER = 'push-offer';

export const $isPushOffered = atom(false);
export const closePushOffer = (): void => $isPushOffered.set(false);
onSessionEnd(() => (closePushOffer(), $sent.set(0)));

/** Returns the function that stops. A member who has closed the alert about push is not asked again. */
export const watchPushOffer = (): (() => void) =>
  // What was sent before this was loaded counts as well.
  $sent.subscribe((count) => {
    if (count === 0) return;
    const { capable, subscribed } = $push.get();
    const before = $dismissed.get();
    if (!capable || subscribed !== false || before.has(OFFER) || before.has('push')) return;
    dismissAlert(OFFER);
    $isPushOffered.set(true);
  });
