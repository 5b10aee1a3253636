// The composer: message field with its price, and the notes that explain why a message cannot be sent.
import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef, type SubmitEvent } from 'react';
import { hasStackedMarks, isBlank, weightedLength } from '#domain/graphemes';
import { errorText, t } from '#lib/i18n';
import type { OpenConversation } from '#stores/conversation';
import { $draft, $quote, $refusal, dismissRefusal, send, updateDraft } from '#stores/outbox';
import { explainPremium } from '#stores/premium-dialog';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { $spendable } from '#stores/spendable';
import { Icon } from '#ui/Icon';
import { MessageField } from '#ui/MessageField';
import { Notice } from '#ui/Notice';
import { lazyExtra, lazyPart } from '#ui/LazyPart';
import { ComposerFoot } from './ComposerFoot.tsx';
import { priceOf } from './price.ts';
import { useSendGuard } from './SendGuard.tsx';
import { SpendingNotes } from './SpendingNotes.tsx';

const ERROR_ID = 'message-error';
/** Loaded after the rest. */
const CreditStrip = lazyPart(
  () => import('./CreditStrip.tsx'),
  (module) => module.CreditStrip,
);
const STRIP = <div className="credit-strip" />;
const DraftQuote = lazyPart(
  () => import('./DraftQuote.tsx'),
  (module) => module.DraftQuote,
);
const GiftButton = lazyExtra(
  () => import('./GiftButton.tsx'),
  (module) => module.GiftButton,
);
const PictureButton = lazyExtra(
  () => import('./PictureButton.tsx'),
  (module) => module.PictureButton,
);
const VoiceButton = lazyExtra(
  () => import('./VoiceButton.tsx'),
  (module) => module.VoiceButton,
);

export function Composer({ open }: { open: OpenConversation }) {
  const user = useStore($user);
  const { message_length: limit } = useStore($siteSettings);
  const draft = useStore($draft);
  const quote = useStore($quote);
  const refusal = useStore($refusal);
  const partner = open.profile.id;
  const field = useRef<HTMLTextAreaElement>(null);
  const used = isBlank(draft) ? 0 : weightedLength(draft.trim());
  const hasTooManyMarks = hasStackedMarks(draft);
  const needed = refusal?.needed ?? open.costs;
  const spendable = useStore($spendable);
  // What the server counts besides, it says by its refusal.
  const lacksCredits = isForCredits(refusal?.code) || (spendable !== null && spendable < needed);
  const price = priceOf(open.costs);
  usePremiumRefusal(refusal?.code, partner);
  const guard = useSendGuard(partner, send);
  const submit = (event?: SubmitEvent): void => {
    event?.preventDefault();
    if (used > 0 && used <= limit && !hasTooManyMarks) guard.send(draft);
    field.current?.focus();
  };
  return (
    <div className="composer">
      <SpendingNotes open={open} onPremium={() => explainPremium('conversations', partner)} />
      <Suspense fallback={STRIP}>{lacksCredits && <CreditStrip partner={partner} hasDraft={used > 0} />}</Suspense>
      {refusal && !hasOwnNotice(refusal.code) && (
        <Notice tone="danger">{errorText(refusal.code, { limit: refusal.limit ?? '' })}</Notice>
      )}
      <Suspense>{quote && <DraftQuote {...{ quote, name: open.profile.name }} />}</Suspense>
      <form className="composer-row" onSubmit={submit}>
        <Suspense fallback={<ButtonPlaces isEmpty={draft === ''} />}>
          <GiftButton partner={open.profile} />
          <PictureButton open={open} />
          <VoiceButton open={open} isHidden={draft !== ''} />
        </Suspense>
        <MessageField
          label={t('chats:message')}
          value={draft}
          errorId={used > limit || hasTooManyMarks ? ERROR_ID : null}
          fieldRef={field}
          onChange={updateDraft}
          onSend={submit}
        />
        <SendButton price={open.costs > 0 ? price : null} />
      </form>
      <ComposerFoot
        errorId={ERROR_ID}
        {...{ used, limit, hasTooManyMarks }}
        price={open.costs > 0 ? price : null}
        isDraftWaiting={lacksCredits && used > 0}
        credits={spendable}
        freeMessages={spendable !== null && !user?.paid_user ? freeMessages(spendable, open.costs) : null}
      />
      <Suspense>{guard.dialog}</Suspense>
    </div>
  );
}

const freeMessages = (credits: number, costs: number): number | null =>
  costs > 0 ? Math.floor(credits / costs) : null;

function usePremiumRefusal(code: string | undefined, partner: string): void {
  useEffect(() => {
    if (code !== 'premium_required') return;
    explainPremium('conversations', partner);
    dismissRefusal();
  }, [code, partner]);
}

/** Of the buttons that are loaded late. */
const ButtonPlaces = ({ isEmpty }: { isEmpty: boolean }) => (
  <>
    <span className="round" />
    <span className="round" />
    {isEmpty && <span className="round" />}
  </>
);

const SendButton = ({ price }: { price: string | null }) => (
  <button
    className="round composer-send"
    type="submit"
    aria-label={price ? t('chats:send_for', { price }) : t('chats:send_free')}
  >
    <Icon name="up" />
  </button>
);

/** These are shown by CreditStrip and the premium dialog instead. */
const hasOwnNotice = (code: string): boolean => isForCredits(code) || code === 'premium_required';

const isForCredits = (code?: string): boolean => code === 'not_enough_credits';
