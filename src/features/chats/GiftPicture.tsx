// The drawing of a gift, loaded when there is one; its box has its size before.
import { lazy, Suspense } from 'react';
import type { GiftId } from '#contract/chats';

const GiftArt = lazy(() => import('#ui/GiftArt').then((module) => ({ default: module.GiftArt })));

export const GiftPicture = ({ gift }: { gift: GiftId | 'other' }) => (
  <span className="gift-picture">
    <Suspense>
      <GiftArt gift={gift} />
    </Suspense>
  </span>
);
