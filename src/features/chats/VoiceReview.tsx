// A recording before it is sent: heard, given a text, sent or recorded again.
import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef } from 'react';
import { hasStackedMarks, weightedLength } from '#domain/graphemes';
import { errorText, t } from '#lib/i18n';
import { dropVoice, sendVoice, startVoice, type VoiceDraft, writeVoiceText } from '#stores/chat-voice';
import { canCancel } from '#stores/chat-uploads';
import type { OpenConversation } from '#stores/conversation';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { TextArea } from '#ui/TextArea';
import { useFileAddress } from '#ui/use-file-address';
import { priceOf } from './price.ts';
import { useSendGuard } from './SendGuard.tsx';
import { TooFewCredits } from './TooFewCredits.tsx';
import { VoicePlayer } from './VoicePlayer.tsx';

interface Props {
  draft: VoiceDraft;
  profile: OpenConversation['profile'];
  price: number;
}

export function VoiceReview({ draft, profile, price }: Props) {
  const { message_length: limit } = useStore($siteSettings);
  const { text, now, partner } = draft;
  const guard = useSendGuard(partner, () => void sendVoice(partner));
  const fault = faultOf(text, limit);
  const isSending = now.state === 'sending';
  return (
    <>
      {draft.take && <Take {...draft.take} />}
      <TextArea
        label={t('voice:text')}
        name="voice-text"
        rows={2}
        note={t('voice:text_note', { name: profile.name })}
        value={text}
        error={fault}
        isDisabled={isSending}
        onChange={(written) => writeVoiceText(partner, written)}
      />
      <State now={now} />
      {now.state === 'failed' && now.code === 'not_enough_credits' ? (
        <TooFewCredits text="voice:too_few" {...{ partner, price, balance: now.balance }} />
      ) : (
        <Actions {...{ draft, price }} onSend={() => fault === null && guard.send(text)} />
      )}
      <Suspense>{guard.dialog}</Suspense>
    </>
  );
}

function faultOf(text: string, limit: number): string | null {
  if (hasStackedMarks(text)) return errorText('field_too_many_marks');
  const over = weightedLength(text.trim()) - limit;
  return over > 0 ? t('chats:too_long', { count: over }) : null;
}

function Take({ file, seconds }: { file: Blob; seconds: number }) {
  const address = useFileAddress(file);
  const box = useRef<HTMLDivElement>(null);
  // The button that stopped the recording is gone, and had the focus.
  useEffect(() => box.current?.querySelector('button')?.focus(), [address]);
  return <div ref={box}>{address && <VoicePlayer {...{ address, seconds }} label={t('voice:own')} />}</div>;
}

function State({ now }: Pick<VoiceDraft, 'now'>) {
  if (now.state === 'failed')
    return (
      <p className="field-error" role="alert">
        {errorText(now.code)}
      </p>
    );
  if (now.state !== 'sending') return null;
  const label = t(now.share < 1 ? 'pictures:sending' : 'pictures:finishing');
  return (
    <div role="status">
      <p>{label}</p>
      <progress className="meter" aria-label={label} max={1} value={now.share} />
    </div>
  );
}

function Actions({ draft, price, onSend }: Pick<Props, 'draft' | 'price'> & { onSend: () => void }) {
  const { now, partner } = draft;
  const isSending = now.state === 'sending';
  const isFinal = now.state === 'failed' && !now.canRetry;
  return (
    <div className="form-actions gifts-actions">
      <Button kind="quiet" isDisabled={!canCancel(draft)} onClick={() => dropVoice(partner)}>
        {t('voice:delete')}
      </Button>
      <Button kind={isFinal ? 'primary' : 'quiet'} isDisabled={isSending} onClick={() => void startVoice(partner)}>
        {t('voice:again')}
      </Button>
      {!isFinal && (
        <Button kind="primary" isBusy={isSending} onClick={onSend}>
          {now.state === 'failed'
            ? t('shell:retry')
            : price > 0
              ? t('chats:send_for', { price: priceOf(price) })
              : t('chats:send_free')}
        </Button>
      )}
    </div>
  );
}
