// What this device shows goes once it is old or another member is here, and a subscription that the browser has ended is made again. Loaded
// once the member is known.
import { takeAwayShown } from '#lib/push-upkeep';
import { readStored } from '#lib/storage';
import { $notificationCount } from './notification-count.ts';
import { onSessionEnd } from './private-data.ts';
import { createPushStop, subscribeDevice } from './push-choice.ts';
import { $push, isSubscribed, PUSH_OWNER } from './push.ts';
import { $user } from './session.ts';
import { $siteSettings } from './site-settings.ts';

const takeAway = (): void => void takeAwayShown().catch(() => undefined);
onSessionEnd(takeAway);

const isOwner = (): boolean => readStored(PUSH_OWNER) === $user.get()?.id;

/** Returns the function that stops. */
export function watchShownNews(): () => void {
  // Of a session that ended while no page was open.
  if (!isOwner()) takeAway();
  return $notificationCount.subscribe((count) => {
    if (count === 0) takeAway();
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
    const isLost = push.capable && !isSubscribed(push) && isOwner();
    if (isDone || !isLost || !$siteSettings.get().push_public_key) return;
    isDone = true;
    void renew().catch(() => undefined);
  };
  const stops = [$push.subscribe(look), $siteSettings.subscribe(look)];
  return () => stops.forEach((stop) => stop());
}

async function renew(): Promise<void> {
  if (!(await subscribeDevice(false))) await createPushStop().submit(undefined);
}
