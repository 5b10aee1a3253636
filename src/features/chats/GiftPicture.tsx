// The drawing of a gift, loaded when there is one; its box has its size before.
import { Suspense } from 'react';
import type { GiftId } from '#contract/chats';
import { lazyExtra } from '#ui/LazyPart';

const GiftArt = lazyExtra(
  () => import('#ui/GiftArt'),
  (module) => module.GiftArt,
);

export const GiftPicture = ({ gift }: { gift: GiftId | 'other' }) => (
  <span className="gift-picture">
    <Suspense>
      <GiftArt gift={gift} />
    </Suspense>
  </span>
);
