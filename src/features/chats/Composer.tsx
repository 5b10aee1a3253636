// The field for a message: what it costs stands beside it before it costs, and nothing written gets lost.
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { hasStackedMarks, isBlank, weightedLength } from '#domain/graphemes';
import { errorText, t } from '#lib/i18n';
import type { OpenConversation } from '#stores/conversation';
import { $draft, $refusal, dismissRefusal, send, write } from '#stores/outbox';
import { aboutMoney } from '#stores/prices';
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
  const { message_length: most } = useStore($settings);
  const draft = useStore($draft);
  const refusal = useStore($refusal);
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const used = isBlank(draft) ? 0 : weightedLength(draft.trim());
  const isPiled = hasStackedMarks(draft);
  const needed = refusal?.needed ?? open.costs;
  const isShort = user ? user.credits < needed : false;
  const price = [t('shell:cost', { count: open.costs }), aboutMoney(open.costs)].filter(Boolean).join(' · ');
  useEffect(() => {
    if (refusal?.code === 'premium_required') setAsking(true);
  }, [refusal]);
  const submit = (event?: SubmitEvent): void => {
    event?.preventDefault();
    if (used > 0 && used <= most && !isPiled) send();
    field.current?.focus();
  };
  const close = (): void => {
    setAsking(false);
    dismissRefusal();
  };
  return (
    <div className="composer">
      <SpendingNotes open={open} onPremium={() => setAsking(true)} />
      {isShort && <CreditStrip partner={open.profile.id} hasDraft={used > 0} />}
      {refusal && !isExplained(refusal.code) && (
        <Notice tone="danger">{errorText(refusal.code, { limit: refusal.limit ?? '' })}</Notice>
      )}
      <form className="composer-row" onSubmit={submit}>
        <MessageField
          label={t('chats:message')}
          value={draft}
          errorId={used > most || isPiled ? ERROR_ID : null}
          fieldRef={field}
          onChange={write}
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
        {...{ used, most, isPiled }}
        price={open.costs > 0 ? price : null}
        isKept={isShort && used > 0}
        credits={user?.credits ?? null}
      />
      <PremiumDialog isOpen={isAsking} partner={open.profile.id} onClose={close} />
    </div>
  );
}

/** These have a place of their own: the strip and the dialog. */
const isExplained = (code: string): boolean => code === 'not_enough_credits' || code === 'premium_required';
