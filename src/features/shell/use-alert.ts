// Which alert the shell shows: one at a time, the most important one first (requirements AC10, SH24–27, PU5–7).
import { useStore } from '@nanostores/react';
import { type AlertScope, showsIn } from '#domain/alert-pages';
import { $dismissed } from '#stores/alerts';
import { $push } from '#stores/push';
import { $isPushOffered } from '#stores/push-offer';
import { $user } from '#stores/session';
import { usePageMark } from './use-route.ts';

export type Alert = 'confirm' | 'consent' | `mail-${string}` | 'photo' | 'push';

/** `isReminding`: the address is to be confirmed, and no dialog says so. */
export function useAlert(isReminding: boolean): Alert | null {
  const user = useStore($user);
  const dismissed = useStore($dismissed);
  const { capable, subscribed } = useStore($push);
  // One offer of the same thing at a time.
  const isOffered = useStore($isPushOffered);
  const scope = usePageMark('alerts') as AlertScope;
  if (isReminding) return 'confirm';
  if (!user) return null;
  if (!user.consented) return 'consent';
  const reason = user.notifications_disabled.find((each) => each !== 'other' && !dismissed.has(`mail-${each}`));
  if (reason) return showsIn(scope, `mail-${reason}`) ? `mail-${reason}` : null;
  if (user.status !== 'active' || !showsIn(scope, 'photo')) return null;
  if (!user.profile.main_image && !dismissed.has('photo')) return 'photo';
  return capable && subscribed === false && !isOffered && !dismissed.has('push') ? 'push' : null;
}
