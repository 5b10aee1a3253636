// The browser's side of web push: permission, service worker and subscription.
import type { PushSubscription as Subscription, PushMessage } from '#contract/push';
import { PUSH_WORKER } from '#domain/push';

export type { Subscription };

export const isPushCapable = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const isPushDenied = (): boolean => Notification.permission === 'denied';

/** The browser's subscription, of any member; null without one. */
export async function currentSubscription(): Promise<Subscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const found = await registration?.pushManager.getSubscription();
  return found ? asJson(found) : null;
}

export const registerWorker = (): Promise<unknown> => navigator.serviceWorker.register(PUSH_WORKER, { scope: '/' });

/** Asks for the permission, if it may, and subscribes; null without the permission. */
export async function subscribeToPush(publicKey: string, mayAsk: boolean): Promise<Subscription | null> {
  const permission = mayAsk ? await Notification.requestPermission() : Notification.permission;
  if (permission !== 'granted') return null;
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  return asJson(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

export async function endSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** What is written there is lost when the tab goes to another page; the text of a chat is kept. */
const IN_USE = 'dialog[open], form:not(.composer-row):focus-within';

/**
 * Calls back for each push message while a tab is open, and answers the worker, which by that knows a page that shows news, and whether
 * it may lead it elsewhere; returns the function that stops.
 */
export function onPushMessage(receive: (notification: PushMessage['notification']) => void): () => void {
  const take = ({ data, ports }: MessageEvent<{ type?: string; notification?: PushMessage['notification'] }>): void => {
    ports[0]?.postMessage(document.querySelector(IN_USE) ? 'busy' : 'here');
    if (data.type === 'push' && data.notification) receive(data.notification);
  };
  navigator.serviceWorker.addEventListener('message', take);
  return () => navigator.serviceWorker.removeEventListener('message', take);
}

const asJson = (subscription: PushSubscription): Subscription => subscription.toJSON() as Subscription;
