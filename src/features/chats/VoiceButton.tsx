// The button beside the message field that records a voice message.
import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { t } from '#lib/i18n';
import { $voice, dropVoice, startVoice } from '#stores/chat-voice';
import type { OpenConversation } from '#stores/conversation';
import { explainPremium } from '#stores/premium-dialog';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { lazyPart } from '#ui/LazyPart';
import { VoiceIcon } from '#ui/VoiceIcon';

/** Loaded when needed. */
const VoiceDialog = lazyPart(
  () => import('./VoiceDialog.tsx'),
  (module) => module.VoiceDialog,
);
const VoicePrice = lazyPart(
  () => import('./VoiceDialog.tsx'),
  (module) => module.VoicePrice,
);

interface Props {
  open: OpenConversation;
  /** While a text is written, which needs the space. */
  isHidden: boolean;
}

export function VoiceButton({ open: { profile, freeLeft }, isHidden }: Props) {
  const { photo_credits: price } = useStore($siteSettings);
  const credits = useStore($user)?.credits ?? 0;
  const draft = useStore($voice);
  const [isPriceShown, setPriceShown] = useState(false);
  const partner = profile.id;
  // The microphone is never left on behind another page.
  useEffect(() => dropVoice, [partner]);
  // Nothing is recorded that could not be sent (decisions B13).
  const press = (): void => {
    if (freeLeft === 0) explainPremium('conversations', partner);
    else if (credits < price) setPriceShown(true);
    else void startVoice(partner);
  };
  return (
    <>
      <button className="round" type="button" aria-label={t('voice:heading')} hidden={isHidden} onClick={press}>
        <VoiceIcon name="microphone" />
      </button>
      <Suspense>
        {draft?.partner === partner && <VoiceDialog {...{ draft, profile, price }} onClose={dropVoice} />}
        {isPriceShown && <VoicePrice {...{ profile, price }} onClose={() => setPriceShown(false)} />}
      </Suspense>
    </>
  );
}
