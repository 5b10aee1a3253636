// The button beside the message field that chooses a photo to send.
import { useStore } from '@nanostores/react';
import { Suspense, useRef, useState, type ChangeEvent } from 'react';
import { PHOTO_ACCEPT } from '#domain/photo-file';
import { t } from '#lib/i18n';
import { $pictures, cancelPicture, choosePicture } from '#stores/chat-picture';
import type { OpenConversation } from '#stores/conversation';
import { explainPremium } from '#stores/premium-dialog';
import { $siteSettings } from '#stores/site-settings';
import { $spendable } from '#stores/spendable';
import { Icon } from '#ui/Icon';
import { lazyPart } from '#ui/LazyPart';

/** Loaded when needed. */
const PictureDialog = lazyPart(
  () => import('./PictureDialog.tsx'),
  (module) => module.PictureDialog,
);
const PicturePrice = lazyPart(
  () => import('./PictureDialog.tsx'),
  (module) => module.PicturePrice,
);

export function PictureButton({ open: { profile, freeLeft } }: { open: OpenConversation }) {
  const { photo_credits: price } = useStore($siteSettings);
  const credits = useStore($spendable) ?? 0;
  const chosen = useStore($pictures).get(profile.id);
  const [isPriceShown, setPriceShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const chooseFile = (): void => input.current?.click();
  // Nothing is chosen that could not be sent, and would be lost on the way to the packages (decisions B13).
  const press = (): void => {
    if (freeLeft === 0) explainPremium('conversations', profile.id);
    else if (credits < price) setPriceShown(true);
    else chooseFile();
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    if (file) choosePicture(profile.id, file);
    // The same file can be chosen again.
    currentTarget.value = '';
  };
  return (
    <>
      <input ref={input} type="file" accept={PHOTO_ACCEPT} hidden onChange={choose} />
      <button className="round" type="button" aria-label={t('pictures:heading')} onClick={press}>
        <Icon name="photo" />
      </button>
      <Suspense>
        {chosen && (
          <PictureDialog
            {...{ chosen, profile, price }}
            onChange={chooseFile}
            onClose={() => cancelPicture(profile.id)}
          />
        )}
        {isPriceShown && <PicturePrice {...{ profile, price }} onClose={() => setPriceShown(false)} />}
      </Suspense>
    </>
  );
}
