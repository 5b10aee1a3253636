// The toasts of a member that come by themselves: a new version of the site, and the offer of notifications. With them comes what looks
// after the notifications of this device.
import { useEffect } from 'react';
import { renewLostPush, watchShownNews } from '#stores/push-upkeep';
import { PushOffer } from './PushOffer.tsx';
import { VersionToast } from './VersionToast.tsx';

export function MemberToasts() {
  useEffect(renewLostPush, []);
  useEffect(watchShownNews, []);
  return (
    <>
      <VersionToast />
      <PushOffer />
    </>
  );
}
