// What the member chooses about web push on this device.
import { push } from '#contract/push';
import { client } from '#lib/api';
import { endSubscription, isPushDenied, subscribeToPush } from '#lib/push';
import { switchDiscreet } from './discreet.ts';
import { $push, changePush, keepPush, setPushOwner } from './push.ts';
import { $siteSettings } from './site-settings.ts';
import { createSubmit } from './submit.ts';

const api = client({ unsubscribe: push.unsubscribe });

/** Subscribes this device. When the member denies the permission, the state says so. */
export const createPushStart = () =>
  createSubmit(async (_: undefined) => {
    const subscription = await subscribeToPush($siteSettings.get().push_public_key ?? '');
    if (!subscription) {
      changePush({ subscribed: isPushDenied() ? 'denied' : false });
      return;
    }
    setPushOwner(true);
    await keepPush(subscription);
  });

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
