// The messages of a conversation, oldest first. Loading older or receiving new ones does not move the reader's position.
import { useStore } from '@nanostores/react';
import { Suspense, useState, type ReactElement } from 'react';
import { t } from '#lib/i18n';
import { loadOlder, type OpenConversation } from '#stores/conversation';
import { $unsent, discardUnsent, retrySending } from '#stores/outbox';
import { askToReport } from '#stores/safety-dialog';
import { $typing } from '#stores/typing';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { TypingDots } from '#ui/TypingDots';
import { lazyExtra, lazyPart } from '#ui/LazyPart';
import { bubblesOf, type BubbleData } from './bubbles.ts';
import { Bubble } from './Bubble.tsx';
import { TalkStart } from './TalkStart.tsx';
import { useLongTalk } from './use-long-talk.ts';
import { useTalkScroll } from './use-talk-scroll.ts';

/** Loaded when needed. */
const DeleteMessage = lazyPart(
  () => import('./DeleteMessage.tsx'),
  (module) => module.DeleteMessage,
);
const Icebreakers = lazyPart(
  () => import('./Icebreakers.tsx'),
  (module) => module.Icebreakers,
);
const Respond = lazyPart(
  () => import('./Respond.tsx'),
  (module) => module.Respond,
);
/** Loaded after the messages: what is there when a conversation opens is not announced. */
const Announcements = lazyExtra(
  () => import('./Announcements.tsx'),
  (module) => module.Announcements,
);

export function Messages({ open }: { open: OpenConversation }) {
  const unsent = useStore($unsent);
  const isTyping = useStore($typing).has(open.id ?? '');
  const [older, showOlder] = useOlder(open);
  const bubbles = bubblesOf(open.messages, unsent, open.readTo);
  const last = bubbles.at(-1);
  const LongTalk = useLongTalk(bubbles.length);
  const { ref, hasUnseen, place, scrollToEnd, onScroll } = useTalkScroll({
    first: bubbles[0]?.key ?? '',
    last: last?.key ?? '',
    tail: `${last?.status} ${last?.reaction} ${isTyping}`,
    isMine: last?.isMine ?? false,
    keepsPlace: LongTalk !== null,
    onTop: older === 'idle' ? showOlder : () => undefined,
  });
  const { name } = open.profile;
  const [deleting, setDeleting] = useState<BubbleData | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [answering, setAnswering] = useState<BubbleData | null>(null);
  const press = {
    onRetry: retrySending,
    // The pressed button is gone after it.
    onDiscard: (clientId: string): void => (discardUnsent(clientId), ref.current?.focus()),
    onReport: (seq: number): void => askToReport(open.profile, { seq }),
    onDelete: setDeleting,
    onRespond: setAnswering,
  };
  const draw = (bubble: BubbleData): ReactElement => (
    <Bubble {...{ bubble, name, ...press }} key={bubble.key} partner={open.profile.id} />
  );
  return (
    <div className="talk-frame">
      <div
        className="talk"
        ref={ref}
        role="log"
        aria-live="off"
        aria-label={t('chats:with', { name })}
        tabIndex={0}
        onScroll={onScroll}
      >
        {open.more && <Older state={older} onPress={showOlder} />}
        <TalkStart open={open} isEmpty={bubbles.length === 0} onIdeas={() => setChoosing(true)} />
        {LongTalk ? <LongTalk {...{ bubbles, box: ref, ...place }}>{draw}</LongTalk> : bubbles.map(draw)}
        {isTyping && <TypingDots />}
      </div>
      <Suspense>
        <Announcements bubbles={bubbles} partner={open.profile} />
      </Suspense>
      <p className="visually-hidden" role="status">
        {isTyping && t('chats:typing_named', { name })}
      </p>
      <Suspense>
        {deleting && <DeleteMessage bubble={deleting} name={name} onClose={() => setDeleting(null)} />}
        {answering && <Respond bubble={answering} name={name} onClose={() => setAnswering(null)} />}
        {isChoosing && <Icebreakers costs={open.costs} onClose={() => setChoosing(false)} />}
      </Suspense>
      {hasUnseen && <ToNewest onPress={scrollToEnd} />}
    </div>
  );
}

const ToNewest = ({ onPress }: { onPress: () => void }) => (
  <button className="btn talk-jump" type="button" onClick={onPress}>
    <Icon name="down" />
    <span>{t('chats:new_messages')}</span>
  </button>
);

type OlderState = 'idle' | 'loading' | 'failed';

/** Loads the messages before the first one shown. */
function useOlder(open: OpenConversation): [OlderState, () => void] {
  const [older, setOlder] = useState<OlderState>('idle');
  const showOlder = (): void => {
    if (older === 'loading' || !open.more) return;
    setOlder('loading');
    void loadOlder().then((isDone) => setOlder(isDone ? 'idle' : 'failed'));
  };
  return [older, showOlder];
}

function Older({ state, onPress }: { state: OlderState; onPress: () => void }) {
  return (
    <div className="talk-older">
      {state === 'failed' && <p role="alert">{t('chats:older_failed')}</p>}
      <Button kind="quiet" isBusy={state === 'loading'} onClick={onPress}>
        {t(state === 'loading' ? 'shell:loading' : state === 'failed' ? 'shell:retry' : 'chats:older')}
      </Button>
    </div>
  );
}
