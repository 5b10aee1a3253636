// The banners of the members area: one alert about the account, and the welcome bonus.
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $isBonusKnown, $isBonusShown, watchTimeBonus } from '#stores/time-bonus';
import { $user } from '#stores/session';
import { AccountAlert } from './AccountAlert.tsx';
import { type Banner, BannerSpace } from './BannerSpace.tsx';
import { TimeBonusBanner, TimeBonusPopup } from './TimeBonus.tsx';
import { useAlert } from './use-alert.ts';

export function Banners({ isReminding }: { isReminding: boolean }) {
  const user = useStore($user);
  const alert = useAlert(isReminding);
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
      {hasBonus && <TimeBonusPopup />}
    </>
  );
}
