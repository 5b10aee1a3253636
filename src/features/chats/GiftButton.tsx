// The button beside the message field that opens the gifts.
import { Suspense, useEffect, useState } from 'react';
import { t } from '#lib/i18n';
import { takeFromQuery } from '#lib/paths';
import type { OpenConversation } from '#stores/conversation';
import { Icon } from '#ui/Icon';
import { lazyPart } from '#ui/LazyPart';

/** Loaded when needed. */
const GiftPicker = lazyPart(
  () => import('./GiftPicker.tsx'),
  (module) => module.GiftPicker,
);

export function GiftButton({ partner }: { partner: OpenConversation['profile'] }) {
  const [isOpen, setOpen] = useState(false);
  // The link on a profile opens the gifts at once (requirement ME22).
  useEffect(() => {
    if (takeFromQuery('gift')) setOpen(true);
  }, []);
  return (
    <>
      <button className="round" type="button" aria-label={t('gifts:heading')} onClick={() => setOpen(true)}>
        <Icon name="gift" />
      </button>
      {isOpen && (
        <Suspense>
          <GiftPicker partner={partner} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
