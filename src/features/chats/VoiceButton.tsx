// The button beside the message field that records a voice message.
import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { t } from '#lib/i18n';
import { $voices, dropVoice, leaveVoice, startVoice } from '#stores/chat-voice';
import type { OpenConversation } from '#stores/conversation';
import { explainPremium } from '#stores/premium-dialog';
import { $siteSettings } from '#stores/site-settings';
import { $spendable } from '#stores/spendable';
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
  const credits = useStore($spendable) ?? 0;
  const [isPriceShown, setPriceShown] = useState(false);
  const partner = profile.id;
  const own = useStore($voices).get(partner);
  // A tap beside the dialog, or another page, is no wish to lose what was said: the button opens it again.
  const [isShut, setShut] = useState(own !== undefined);
  const isKept = isShut && !!own?.take;
  const close = (): void => (own?.take ? setShut(true) : dropVoice(partner));
  const state = own?.now.state;
  useEffect(() => {
    if (state === undefined || state === 'failed') setShut(false);
  }, [state]);
  useEffect(() => () => leaveVoice(partner), [partner]);
  // Nothing is recorded that could not be sent (decisions B13).
  const press = (): void => {
    if (isKept) setShut(false);
    else if (freeLeft === 0) explainPremium('conversations', partner);
    else if (credits < price) setPriceShown(true);
    else void startVoice(partner);
  };
  return (
    <>
      <button
        className="round"
        type="button"
        aria-label={t(isKept ? 'voice:own' : 'voice:heading')}
        hidden={isHidden && !isKept}
        onClick={press}
      >
        <VoiceIcon name={isKept ? 'play' : 'microphone'} />
      </button>
      <Suspense>
        {own && !isKept && <VoiceDialog {...{ draft: own, profile, price }} onClose={close} />}
        {isPriceShown && <VoicePrice {...{ profile, price }} onClose={() => setPriceShown(false)} />}
      </Suspense>
    </>
  );
}
