// The toasts of a member that come by themselves: a new version of the site, and the offer of notifications.
import { PushOffer } from './PushOffer.tsx';
import { VersionToast } from './VersionToast.tsx';

export const MemberToasts = () => (
  <>
    <VersionToast />
    <PushOffer />
  </>
);
