// The offer of notifications after the first sent message, as its screen uses it.
import { beforeEach, expect, test, vi } from 'vitest';
import { $dismissed, dismissAlert } from '#stores/alerts';
import { $sent } from '#stores/drafts';
import { clearPrivateData } from '#stores/private-data';
import { $push } from '#stores/push';
import { $isPushOffered, closePushOffer, watchPushOffer } from '#stores/push-offer';
import { writeStored } from '#lib/storage';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/push', () => import('#tests/support/fake-push'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/page', () => ({ readPage: () => ({ siteSettings: {} }), isVisitor: () => false }));

const CAN = { capable: true, subscribed: false, details: null, last: null } as const;
const messageSent = (): void => $sent.set($sent.get() + 1);

let stop = (): void => undefined;
beforeEach(() => {
  stop();
  clearPrivateData();
  for (const name of $dismissed.get().keys()) writeStored(`dismissed:${name}`, null);
  $dismissed.set(new Map());
  $push.set(CAN);
  stop = watchPushOffer();
});

test('PU5: notifications are offered after the first message that is sent, also before this is watched, and only once', () => {
  expect($isPushOffered.get()).toBe(false);
  messageSent();
  expect($isPushOffered.get()).toBe(true);
  closePushOffer();
  messageSent();
  expect($isPushOffered.get()).toBe(false);
  clearPrivateData();
  $push.set(CAN);
  messageSent();
  expect($isPushOffered.get()).toBe(false);
});

test('PU4 PU5 PU6: nothing is offered to a browser that cannot, has it on or is blocked, nor to a member who has declined', () => {
  for (const state of [
    { ...CAN, capable: false },
    { ...CAN, subscribed: 'denied' as const },
    { ...CAN, subscribed: 'not_capable' as const },
    { ...CAN, subscribed: { endpoint: 'https://fcm.googleapis.com/a', keys: { p256dh: 'a', auth: 'b' } } },
  ]) {
    $push.set(state);
    messageSent();
    expect($isPushOffered.get()).toBe(false);
  }
  $push.set(CAN);
  dismissAlert('push');
  messageSent();
  expect($isPushOffered.get()).toBe(false);
});
