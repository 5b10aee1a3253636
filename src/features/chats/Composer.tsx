// The composer: message field with its price, and the notes that explain why a message cannot be sent.
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { hasStackedMarks, isBlank, weightedLength } from '#domain/graphemes';
import { errorText, t } from '#lib/i18n';
import type { OpenConversation } from '#stores/conversation';
import { $draft, $refusal, dismissRefusal, send, updateDraft } from '#stores/outbox';
import { approximatePrice } from '#stores/prices';
import { $user } from '#stores/session';
import { $settings } from '#stores/settings';
import { Icon } from '#ui/Icon';
import { MessageField } from '#ui/MessageField';
import { Notice } from '#ui/Notice';
import { ComposerFoot } from './ComposerFoot.tsx';
import { CreditStrip } from './CreditStrip.tsx';
import { PremiumDialog } from './PremiumDialog.tsx';
import { SpendingNotes } from './SpendingNotes.tsx';

const ERROR_ID = 'message-error';

export function Composer({ open }: { open: OpenConversation }) {
  const user = useStore($user);
  const { message_length: limit } = useStore($settings);
  const draft = useStore($draft);
  const refusal = useStore($refusal);
  const [isPremiumOpen, setPremiumOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const used = isBlank(draft) ? 0 : weightedLength(draft.trim());
  const hasTooManyMarks = hasStackedMarks(draft);
  const needed = refusal?.needed ?? open.costs;
  const lacksCredits = user ? user.credits < needed : false;
  const price = [t('shell:cost', { count: open.costs }), approximatePrice(open.costs)].filter(Boolean).join(' · ');
  useEffect(() => {
    if (refusal?.code === 'premium_required') setPremiumOpen(true);
  }, [refusal]);
  const submit = (event?: SubmitEvent): void => {
    event?.preventDefault();
    if (used > 0 && used <= limit && !hasTooManyMarks) send();
    field.current?.focus();
  };
  const close = (): void => {
    setPremiumOpen(false);
    dismissRefusal();
  };
  return (
    <div className="composer">
      <SpendingNotes open={open} onPremium={() => setPremiumOpen(true)} />
      {lacksCredits && <CreditStrip partner={open.profile.id} hasDraft={used > 0} />}
      {refusal && !hasOwnNotice(refusal.code) && (
        <Notice tone="danger">{errorText(refusal.code, { limit: refusal.limit ?? '' })}</Notice>
      )}
      <form className="composer-row" onSubmit={submit}>
        <MessageField
          label={t('chats:message')}
          value={draft}
          errorId={used > limit || hasTooManyMarks ? ERROR_ID : null}
          fieldRef={field}
          onChange={updateDraft}
          onSend={submit}
        />
        <button
          className="round composer-send"
          type="submit"
          aria-label={open.costs > 0 ? t('chats:send_for', { price }) : t('chats:send_free')}
        >
          <Icon name="up" />
        </button>
      </form>
      <ComposerFoot
        errorId={ERROR_ID}
        {...{ used, limit, hasTooManyMarks }}
        price={open.costs > 0 ? price : null}
        isDraftWaiting={lacksCredits && used > 0}
        credits={user?.credits ?? null}
      />
      <PremiumDialog isOpen={isPremiumOpen} partner={open.profile.id} onClose={close} />
    </div>
  );
}

/** These are shown by CreditStrip and PremiumDialog instead. */
const hasOwnNotice = (code: string): boolean => code === 'not_enough_credits' || code === 'premium_required';
