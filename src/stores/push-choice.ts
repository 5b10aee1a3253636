// What the member chooses about web push on this device.
import { push } from '#contract/push';
import { client } from '#lib/api';
import { endSubscription, isPushDenied, subscribeToPush } from '#lib/push';
import { switchDiscreet } from './discreet.ts';
import { $push, changePush, isSubscribed, keepPush, setPushOwner } from './push.ts';
import { $siteSettings } from './site-settings.ts';
import { createSubmit } from './submit.ts';

const api = client({ unsubscribe: push.unsubscribe });

/** When the member denies the permission, the state says so. */
export const createPushStart = () =>
  createSubmit(async (_: undefined) => {
    if (!(await subscribeDevice(true))) changePush({ subscribed: isPushDenied() ? 'denied' : false });
  });

/** Subscribes this device; false without the permission. */
export async function subscribeDevice(mayAsk: boolean): Promise<boolean> {
  // The browser may still have a subscription that its push service has ended; `keepPush` ends it here too.
  for (let tries = 0; tries < 2 && (tries === 0 || !isSubscribed($push.get())); tries += 1) {
    const subscription = await subscribeToPush($siteSettings.get().push_public_key ?? '', mayAsk);
    if (!subscription) return false;
    setPushOwner(true);
    await keepPush(subscription);
  }
  return true;
}

export const createPushStop = () =>
  createSubmit(async (_: undefined) => {
    await api.unsubscribe({});
    setPushOwner(false);
    await endSubscription();
    changePush({ subscribed: isPushDenied() ? 'denied' : false, details: null });
  });

/** Whether the notifications say what is new. */
export const createPushDetails = () =>
  createSubmit(async (details: boolean) => {
    const { subscribed } = $push.get();
    if (typeof subscribed === 'object') await keepPush(subscribed, { details });
  });

/** Also in the notifications of this device. */
export const createDiscreetSwitch = () =>
  createSubmit(async (isOn: boolean) => {
    switchDiscreet(isOn);
    const { subscribed } = $push.get();
    if (typeof subscribed === 'object') await keepPush(subscribed, { discreet: isOn });
  });
