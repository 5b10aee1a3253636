// The credits for further messages: some of an unconfirmed member's are promised to those that are kept back.
import { computed, onMount } from 'nanostores';
import type { User } from '#contract/auth';
import { onLive } from './live.ts';
import { $user, applyBalance, loadUser } from './session.ts';

/** Null until the user is known. */
export const $spendable = computed($user, (user) =>
  user ? Math.max(0, user.credits - (user.held_credits ?? 0)) : null,
);

/** What a message will cost that was kept back, or is so no more, is known to the server alone. */
export function loadHeld(): void {
  if ($user.get()?.status === 'not_confirmed') void loadUser();
}

/** Applies what sending a message has changed. `known` as for `applyBalance`. */
export function applySent(sent: { credits: number; message: { held: boolean } }, known: User | null | undefined): void {
  if (sent.message.held) loadHeld();
  applyBalance(sent.credits, known);
}

/** One that another device has sent and that is kept back changes no balance. */
onMount($spendable, () =>
  onLive('message', ({ credits }) => {
    if (credits === undefined) loadHeld();
  }),
);
