// Replaces #lib/push in tests of stores: the browser's answer to the permission, and its one subscription.
import type { PushMessage, PushSubscription } from '#contract/push';

export const browser = {
  isCapable: true,
  permission: 'default' as 'default' | 'granted' | 'denied',
  /** The member's choice when the browser asks. */
  answer: 'granted' as 'granted' | 'denied',
  subscription: null as PushSubscription | null,
  /** How often the browser was to ask the member. */
  asked: 0,
  receive: (_: PushMessage['notification']): void => undefined,
};

const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

export const isPushCapable = (): boolean => browser.isCapable;
export const isPushDenied = (): boolean => browser.permission === 'denied';
export const currentSubscription = () => Promise.resolve(browser.subscription);
export function subscribeToPush(publicKey: string, mayAsk: boolean): Promise<PushSubscription | null> {
  if (publicKey === '') throw new Error('no key');
  if (mayAsk) browser.asked += 1;
  if (mayAsk) browser.permission = browser.answer;
  if (browser.permission !== 'granted') return Promise.resolve(null);
  browser.subscription ??= { endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`, keys: KEYS };
  return Promise.resolve(browser.subscription);
}
export const endSubscription = () => Promise.resolve(void (browser.subscription = null));
export function onPushMessage(receive: typeof browser.receive): () => void {
  browser.receive = receive;
  return () => undefined;
}
