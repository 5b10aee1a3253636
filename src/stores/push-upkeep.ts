// What this device shows after a session and after it was read, and the renewal of a subscription that the browser has ended. Loaded once
// the member is known.
import { isPushAllowed, takeAwayShown } from '#lib/push-upkeep';
import { readStored } from '#lib/storage';
import { $notificationCount } from './notification-count.ts';
import { onSessionEnd } from './private-data.ts';
import { createPushStart, createPushStop } from './push-choice.ts';
import { $push, isSubscribed, PUSH_OWNER } from './push.ts';
import { $user } from './session.ts';
import { $siteSettings } from './site-settings.ts';

/** What was shown tells of nothing new any more, or of another member's news. */
const takeAway = (): void => void takeAwayShown().catch(() => undefined);
onSessionEnd(takeAway);

/** Returns the function that stops. */
export function watchShownNews(): () => void {
  let before = 0;
  return $notificationCount.subscribe((count) => {
    if (before > 0 && count === 0) takeAway();
    before = count;
  });
}

/**
 * A browser may end a subscription without a word: Safari tells no worker, and a permission that is taken back tells nothing. Where it is
 * still allowed, the device subscribes again; else the server forgets it, so that no device is counted that hears nothing.
 */
export function renewLostPush(): () => void {
  let isDone = false;
  const look = (): void => {
    const push = $push.get();
    const isLost = push.capable && !isSubscribed(push) && readStored(PUSH_OWNER) === $user.get()?.id;
    if (isDone || !isLost || !$siteSettings.get().push_public_key) return;
    isDone = true;
    void (isPushAllowed() ? createPushStart() : createPushStop()).submit(undefined);
  };
  const stops = [$push.subscribe(look), $siteSettings.subscribe(look)];
  return () => stops.forEach((stop) => stop());
}
