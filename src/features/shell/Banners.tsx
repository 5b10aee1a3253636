// The banners of the members area: one alert about the account, and the welcome bonus. And the dialogs that come by themselves, which
// are due for the same reasons.
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $isBonusKnown, $isBonusShown, watchTimeBonus } from '#stores/time-bonus';
import { $user } from '#stores/session';
import { AccountAlert } from './AccountAlert.tsx';
import { type Banner, BannerSpace } from './BannerSpace.tsx';
import { QueuedDialogs } from './QueuedDialogs.tsx';
import { TimeBonusBanner } from './TimeBonus.tsx';
import type { Reminder } from './use-activation-reminder.ts';
import { useAlert } from './use-alert.ts';

export function Banners({ reminder }: { reminder: Reminder }) {
  const user = useStore($user);
  const alert = useAlert(reminder.form === 'alert');
  const hasBonus = useStore($isBonusShown);
  const isBonusKnown = useStore($isBonusKnown);
  useEffect(watchTimeBonus, []);
  // The consent was there when the page opened, so the member has just withdrawn it.
  const hadConsent = useRef(false);
  if (user?.consented) hadConsent.current = true;
  const isAnswer = alert === 'consent' && hadConsent.current;
  const banners: Banner[] = [
    ...(alert ? [{ name: alert, content: <AccountAlert alert={alert} />, isAnswer }] : []),
    ...(hasBonus ? [{ name: 'bonus', content: <TimeBonusBanner /> }] : []),
  ];
  return (
    <>
      <BannerSpace banners={banners} isSettled={user ? user.paid_user || isBonusKnown : false} />
      <QueuedDialogs reminder={reminder} hasBonus={hasBonus} />
    </>
  );
}
