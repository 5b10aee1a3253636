// The dialog that records a voice message: how long and how loud it is, then hearing it, a text for it, and sending it.
import { useStore } from '@nanostores/react';
import { VOICE } from '#domain/limits';
import { t } from '#lib/i18n';
import { $voiceMeter, dropVoice, startVoice, stopVoice, type VoiceDraft } from '#stores/chat-voice';
import type { OpenConversation } from '#stores/conversation';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { VoiceIcon } from '#ui/VoiceIcon';
import { clockText } from './voice-time.ts';
import { TooFewCredits } from './TooFewCredits.tsx';
import { VoiceReview } from './VoiceReview.tsx';

interface Props {
  profile: OpenConversation['profile'];
  price: number;
}

export function VoiceDialog({ draft, onClose, ...props }: Props & { draft: VoiceDraft; onClose: () => void }) {
  return (
    <Modal isOpen title={t('voice:heading')} isSheet onClose={onClose}>
      <div className="stack">{draft.take ? <VoiceReview {...{ draft, ...props }} /> : <Recording {...draft} />}</div>
    </Modal>
  );
}

function Recording({ partner, now }: VoiceDraft) {
  if (now.state === 'refused')
    return (
      <>
        <p className="field-error" role="alert">
          {t(`voice:${now.fault}`)}
        </p>
        <div className="form-actions">
          <Button kind="primary" onClick={() => void startVoice(partner)}>
            {t('shell:retry')}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p role="status">{t(now.state === 'recording' ? 'voice:recording' : 'voice:asking')}</p>
      {now.state === 'recording' && <Meter />}
      <div className="form-actions">
        <Button kind="quiet" onClick={() => dropVoice(partner)}>
          {t('voice:delete')}
        </Button>
        {now.state === 'recording' && (
          <button className="btn btn-primary" type="button" ref={takeFocus} onClick={() => void stopVoice()}>
            <VoiceIcon name="stop" />
            <span>{t('voice:stop')}</span>
          </button>
        )}
      </div>
    </>
  );
}

/** React's `autoFocus` comes before the dialog opens, which then focuses its first button. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.setAttribute('autofocus', '');
  button?.focus();
}

/** Not read out: it changes ten times a second. */
function Meter() {
  const { seconds, level } = useStore($voiceMeter);
  return (
    <div>
      <p className="voice-time" role="timer">
        {t('voice:at', { at: clockText(seconds), of: clockText(VOICE.seconds) })}
      </p>
      <progress className="meter" aria-label={t('voice:level')} max={1} value={level} />
    </div>
  );
}

/** Instead of recording when there are too few credits. */
export const VoicePrice = ({ profile, price, onClose }: Props & { onClose: () => void }) => (
  <Modal isOpen title={t('voice:heading')} isSheet onClose={onClose}>
    <TooFewCredits text="voice:too_few" partner={profile.id} price={price} />
  </Modal>
);
