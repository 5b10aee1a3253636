// Web push on this device: whether it can, whether the member wants it here, and what came last. Every members page loads this, and
// only where the member can choose src/stores/push-choice.ts.
import { atom, type ReadableAtom } from 'nanostores';
import { push, type PushMessage, type PushState } from '#contract/push';
import { client } from '#lib/api';
import {
  currentSubscription,
  endSubscription,
  isPushCapable,
  isPushDenied,
  onPushMessage,
  type Subscription,
} from '#lib/push';
import { readStored, writeStored } from '#lib/storage';
import { $isDiscreet } from './discreet.ts';
import { onSessionEnd } from './private-data.ts';

const api = client(push);

export interface Push {
  readonly capable: boolean;
  /** False also before it is known. */
  readonly subscribed: 'not_capable' | 'denied' | false | Subscription;
  /** Whether the notifications say what is new; null without a subscription. */
  readonly details: PushState['details'];
  readonly last: PushMessage['notification'] | null;
}

const UNKNOWN: Push = { capable: false, subscribed: false, details: null, last: null };
export const $push = atom<Push>(UNKNOWN);

export const isSubscribed = ({ subscribed }: Push): boolean => typeof subscribed === 'object';

export const changePush = (changes: Partial<Push>): void => $push.set({ ...$push.get(), ...changes });

/** The member who wants push on this device; a logout forgets it. */
export const PUSH_OWNER = 'push';
/** The member of this session, from `startPush` on. */
let owner = '';
export const setPushOwner = (isWanted: boolean): void => writeStored(PUSH_OWNER, isWanted ? owner : null);

/** Calls back for each message. Returns the function that stops. */
export function startPush(member: string, onMessage: () => void): () => void {
  if (!isPushCapable()) {
    $push.set({ ...UNKNOWN, subscribed: 'not_capable' });
    return () => undefined;
  }
  owner = member;
  // One who has it on is not offered it until the subscription is known.
  changePush({ capable: readStored(PUSH_OWNER) !== member, subscribed: isPushDenied() ? 'denied' : false });
  void resume(member).finally(() => {
    if (owner === member) changePush({ capable: true });
  });
  return onPushMessage((last) => {
    changePush({ last });
    onMessage();
  });
}

/** Starts when the member is known. Returns the function that stops. */
export function followPush(
  $user: ReadableAtom<{ readonly id: string } | null | undefined>,
  onMessage: () => void,
): () => void {
  let stopPush: (() => void) | null = null;
  const stopWaiting = $user.subscribe((user) => {
    if (user) stopPush ??= startPush(user.id, onMessage);
  });
  return () => {
    stopWaiting();
    stopPush?.();
  };
}

/** A subscription follows its member: the login stores it again, and that of another member ends. */
async function resume(member: string): Promise<void> {
  const subscription = await currentSubscription().catch(() => null);
  if (!subscription) return;
  if (readStored(PUSH_OWNER) === member) await keepPush(subscription).catch(() => undefined);
  else await endSubscription().catch(() => undefined);
}

/**
 * An older process takes no `discreet`, so it is sent only where it matters. A subscription of which the server says that its push service
 * has ended it ends here too; `src/stores/push-upkeep.ts` makes another one.
 */
export async function keepPush(
  subscription: Subscription,
  choice: { details?: boolean; discreet?: boolean } = {},
): Promise<void> {
  const state = await api.subscribe({ ...subscription, ...($isDiscreet.get() ? { discreet: true } : {}), ...choice });
  if (state.details === null) {
    await endSubscription();
    changePush({ subscribed: false, details: null });
    return;
  }
  // Chosen meanwhile, or while the server could not be told.
  const discreet = $isDiscreet.get();
  if (state.discreet === !discreet) await api.subscribe({ ...subscription, discreet });
  changePush({ subscribed: subscription, details: state.details });
}

onSessionEnd(() => {
  owner = '';
  $push.set(UNKNOWN);
  if (isPushCapable() && readStored(PUSH_OWNER) === null) void endSubscription().catch(() => undefined);
});
