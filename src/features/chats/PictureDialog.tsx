// The dialog that shows a chosen photo before it is sent, how far it is, and how to stop it.
import { useState } from 'react';
import { errorText, t } from '#lib/i18n';
import { cancelPicture, type ChosenPicture, seemsRevealing, sendAnyway, sendPicture } from '#stores/chat-picture';
import { canCancel } from '#stores/chat-uploads';
import type { OpenConversation } from '#stores/conversation';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { Modal } from '#ui/Modal';
import { useFileAddress } from '#ui/use-file-address';
import { priceOf } from './price.ts';
import { TooFewCredits } from './TooFewCredits.tsx';

interface Props {
  profile: OpenConversation['profile'];
  price: number;
}

export function PictureDialog(props: Props & { chosen: ChosenPicture; onChange: () => void }) {
  const { chosen, profile } = props;
  return (
    <Modal isOpen title={t('pictures:heading')} isSheet onClose={() => cancelPicture(profile.id)}>
      <div className="stack">
        <Preview file={chosen.file} />
        <p>{t('pictures:blurred', { name: profile.name })}</p>
        <State {...chosen} />
        <Actions {...props} />
      </div>
    </Modal>
  );
}

function Preview({ file }: Pick<ChosenPicture, 'file'>) {
  const address = useFileAddress(file);
  const [isBroken, setBroken] = useState(false);
  return (
    <div className="picture-preview">
      {isBroken ? (
        <Icon name="photo" />
      ) : (
        address && <img src={address} alt={t('pictures:chosen')} onError={() => setBroken(true)} />
      )}
    </div>
  );
}

function State({ now }: ChosenPicture) {
  if (now.state === 'chosen') return null;
  if (now.state === 'failed')
    return (
      <p className="field-error" role="alert">
        {now.code === 'too_large' ? t('pictures:too_large') : errorText(now.code)}
      </p>
    );
  const label = t(now.share < 1 ? 'pictures:sending' : 'pictures:finishing');
  return (
    <div role="status">
      <p>{label}</p>
      <progress className="meter" aria-label={label} max={1} value={now.share} />
    </div>
  );
}

function Actions({ chosen, profile, price, onChange }: Props & { chosen: ChosenPicture; onChange: () => void }) {
  const { now } = chosen;
  const isSending = now.state === 'sending';
  const isFinal = now.state === 'failed' && !now.canRetry;
  if (now.state === 'failed' && now.code === 'not_enough_credits')
    return <TooFewCredits text="pictures:too_few" partner={profile.id} {...{ price, balance: now.balance }} />;
  const sendText = price > 0 ? t('chats:send_for', { price: priceOf(price) }) : t('chats:send_free');
  if (seemsRevealing(chosen))
    return (
      <div className="form-actions gifts-actions">
        <Button kind="quiet" onClick={() => void sendAnyway(profile.id)}>
          {sendText}
        </Button>
        <Button kind="primary" onClick={onChange}>
          {t('pictures:other')}
        </Button>
      </div>
    );
  return (
    <div className="form-actions gifts-actions">
      {isSending ? (
        <Button kind="quiet" isDisabled={!canCancel(chosen)} onClick={() => cancelPicture(profile.id)}>
          {t('safety:cancel')}
        </Button>
      ) : (
        <Button kind={isFinal ? 'primary' : 'quiet'} onClick={onChange}>
          {t('pictures:other')}
        </Button>
      )}
      {!isFinal && (
        <Button kind="primary" isBusy={isSending} onClick={() => void sendPicture(profile.id)}>
          {now.state === 'failed' ? t('shell:retry') : sendText}
        </Button>
      )}
    </div>
  );
}

/** Instead of the file chooser when there are too few credits. */
export const PicturePrice = ({ profile, price, onClose }: Props & { onClose: () => void }) => (
  <Modal isOpen title={t('pictures:heading')} isSheet onClose={onClose}>
    <TooFewCredits text="pictures:too_few" partner={profile.id} price={price} />
  </Modal>
);
