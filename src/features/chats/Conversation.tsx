// A conversation: the bar with the partner, the messages, and the composer.
import { useStore } from '@nanostores/react';
import { Suspense, useLayoutEffect, type ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { routeParameters } from '#lib/paths';
import { $conversation, registerViewer, openConversation, type OpenConversation } from '#stores/conversation';
import type { ConversationKey } from '#stores/conversation-data';
import { closeOutbox, openOutbox } from '#stores/outbox';
import { $user } from '#stores/session';
import { ComposerSkeleton, ConversationSkeleton, TalkSkeleton } from '#ui/ConversationSkeleton';
import { ErrorState } from '#ui/ErrorState';
import { lazyPart } from '#ui/LazyPart';
import { Composer } from './Composer.tsx';
import { ConversationBar } from './ConversationBar.tsx';
import { Messages } from './Messages.tsx';

/** Loaded when needed. */
const MissingConversation = lazyPart(
  () => import('./MissingConversation.tsx'),
  (module) => module.MissingConversation,
);

interface Props {
  /** The island ignores addresses of other routes. */
  route: 'chats-id' | 'members-id-chat';
  /** The niche's drawing for a missing conversation. */
  lost?: ReactNode;
}

function conversationKey(route: Props['route']): ConversationKey | null {
  const id = routeParameters(route)?.['id'];
  if (id === undefined) return null;
  return route === 'chats-id' ? { conversation: id } : { profile: id };
}

export function Conversation({ route, lost }: Props) {
  const shown = useStore($conversation);
  const open = (): void => void openConversation(conversationKey(route));
  useLayoutEffect(registerViewer, []);
  // Before the first paint, which would otherwise show the previous conversation.
  useLayoutEffect(open, [route]);
  switch (shown.state) {
    case 'ready':
      return <ReadyConversation open={shown} />;
    case 'loading':
      if (!shown.card) return <ConversationSkeleton label={t('shell:loading')} />;
      return (
        <section className="conversation" aria-busy="true">
          <ConversationBar profile={shown.card} conversation={null} />
          <TalkSkeleton />
          <ComposerSkeleton />
        </section>
      );
    case 'gone':
    case 'blocked':
      return (
        <Suspense fallback={<div className="conversation conversation-state" />}>
          <MissingConversation blocked={shown.state === 'blocked' ? shown.code : null}>{lost}</MissingConversation>
        </Suspense>
      );
    case 'failed':
      return (
        <div className="conversation conversation-state">
          <ErrorState heading={t('chats:conversation_failed')} text={errorText(shown.code)} isPage onRetry={open}>
            {lost}
          </ErrorState>
        </div>
      );
  }
}

function ReadyConversation({ open }: { open: OpenConversation }) {
  const account = useStore($user)?.id;
  const partner = open.profile.id;
  // Drafts are stored per account, so the composer waits for the user.
  useLayoutEffect(() => {
    if (account) openOutbox(partner);
  }, [account, partner]);
  useLayoutEffect(() => closeOutbox, []);
  return (
    <section className="conversation">
      <ConversationBar profile={open.profile} conversation={open.id} />
      <Messages open={open} />
      {account ? <Composer open={open} /> : <ComposerSkeleton />}
    </section>
  );
}
