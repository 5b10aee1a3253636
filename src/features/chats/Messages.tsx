// The messages of a conversation, oldest first. Loading older or receiving new ones does not move the reader's position.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t } from '#lib/i18n';
import { loadOlder, type OpenConversation } from '#stores/conversation';
import { $unsent, retrySending } from '#stores/outbox';
import { $typing } from '#stores/typing';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { TypingDots } from '#ui/TypingDots';
import { bubblesOf } from './bubbles.ts';
import { Bubble } from './Bubble.tsx';
import { useTalkScroll } from './use-talk-scroll.ts';

export function Messages({ open }: { open: OpenConversation }) {
  const unsent = useStore($unsent);
  const isTyping = useStore($typing).has(open.id ?? '');
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle');
  const bubbles = bubblesOf(open.messages, unsent, open.readTo);
  const showOlder = (): void => {
    if (older === 'loading' || !open.more) return;
    setOlder('loading');
    void loadOlder().then((isDone) => setOlder(isDone ? 'idle' : 'failed'));
  };
  const last = bubbles.at(-1);
  const { ref, hasUnseen, scrollToEnd, onScroll } = useTalkScroll({
    first: bubbles[0]?.key ?? '',
    last: last?.key ?? '',
    tail: `${last?.status} ${isTyping}`,
    isMine: last?.isMine ?? false,
    onTop: older === 'idle' ? showOlder : () => undefined,
  });
  const { name } = open.profile;
  return (
    <div className="talk-frame">
      <div
        className="talk"
        ref={ref}
        role="log"
        aria-live={older === 'loading' ? 'off' : 'polite'}
        aria-label={t('chats:with', { name })}
        tabIndex={0}
        onScroll={onScroll}
      >
        {open.more && <Older state={older} onPress={showOlder} />}
        {bubbles.length === 0 && <EmptyConversation name={name} />}
        {bubbles.map((bubble) => (
          <Bubble key={bubble.key} bubble={bubble} name={name} onRetry={retrySending} />
        ))}
        {isTyping && <TypingDots />}
      </div>
      <p className="visually-hidden" role="status">
        {isTyping && t('chats:typing_named', { name })}
      </p>
      {hasUnseen && (
        <button className="btn talk-jump" type="button" onClick={scrollToEnd}>
          <Icon name="down" />
          {t('chats:new_messages')}
        </button>
      )}
    </div>
  );
}

function Older({ state, onPress }: { state: 'idle' | 'loading' | 'failed'; onPress: () => void }) {
  return (
    <div className="talk-older">
      {state === 'failed' && <p role="alert">{t('chats:older_failed')}</p>}
      <Button kind="quiet" isBusy={state === 'loading'} onClick={onPress}>
        {t(state === 'loading' ? 'shell:loading' : state === 'failed' ? 'shell:retry' : 'chats:older')}
      </Button>
    </div>
  );
}

const EmptyConversation = ({ name }: { name: string }) => (
  <div className="talk-first">
    <h2>{t('chats:first_heading')}</h2>
    <p>{t('chats:first_text', { name })}</p>
  </div>
);
