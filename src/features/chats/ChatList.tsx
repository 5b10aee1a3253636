// The conversations, newest first; from 992 px on also beside the open one.
import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import type { Chat } from '#contract/chats';
import { errorText, t } from '#lib/i18n';
import { linkTo, routeParameters } from '#lib/paths';
import { $chats, closeOlderChats, loadChats, loadMoreChats, type ChatsState } from '#stores/chats';
import { $conversation } from '#stores/conversation';
import type { Unsent } from '#stores/drafts';
import { $failedMessages } from '#stores/failed-messages';
import { readLastChat } from '#stores/last-chat';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { $typing } from '#stores/typing';
import { Button } from '#ui/Button';
import { ChatRowsSkeleton } from '#ui/ChatListSkeleton';
import { ChatRow } from '#ui/ChatRow';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { Field } from '#ui/Field';
import { isNamed, isSearchable } from './chat-name.ts';
import { giftName } from './gift-name.ts';
import { heldText, reactionText } from './reply-words.ts';
import { shortMoment } from './moments.ts';

interface Props {
  /** The niche's drawings for an empty list and for a failure. */
  empty?: ReactNode;
  lost?: ReactNode;
}

/** On the page of a conversation the list's heading is not the main heading. */
const isListPage = (): boolean => routeParameters('chats') !== null;

export function ChatList({ empty, lost }: Props) {
  const list = useStore($chats);
  const [isPage, setPage] = useState(isListPage);
  // The island persists across navigations.
  useEffect(() => {
    const update = (): void => setPage(isListPage());
    document.addEventListener('astro:page-load', update);
    return () => document.removeEventListener('astro:page-load', update);
  }, []);
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <aside className="chat-list" aria-busy={list.state === 'loading'}>
      <Heading className="chat-list-heading display">{t('chats:heading')}</Heading>
      {list.state === 'ready' && <UnsentElsewhere chats={list.chats} />}
      <Rows list={list} empty={empty} lost={lost} />
    </aside>
  );
}

function Rows({ list, empty, lost }: Props & { list: ChatsState }) {
  if (list.state === 'loading') return <ChatRowsSkeleton />;
  if (list.state === 'failed')
    return (
      <ErrorState heading={t('chats:failed_heading')} text={errorText(list.code)} onRetry={() => void loadChats()}>
        {lost}
      </ErrorState>
    );
  if (list.chats.length === 0)
    return (
      <EmptyState heading={t('chats:empty_heading')} text={t('chats:empty_text')} action={<ToSearch />}>
        {empty}
      </EmptyState>
    );
  return <SearchableRows {...list} />;
}

function SearchableRows({
  chats,
  more,
  stale,
}: Pick<Extract<ChatsState, { state: 'ready' }>, 'chats' | 'more' | 'stale'>) {
  const [wanted, setWanted] = useState('');
  const isSearching = wanted.trim() !== '';
  // A search is for a name among all of them.
  useEffect(() => {
    if (more && isSearching) void loadMoreChats();
  }, [chats, more, isSearching]);
  useEffect(() => (isSearching ? closeOlderChats : undefined), [isSearching]);
  const shown = chats.filter(({ profile }) => isNamed(profile.name, wanted));
  // The chat opened last is kept per account.
  useStore($user);
  return (
    <>
      {isSearchable(chats.length, wanted) && (
        <search className="chat-search">
          <Field label={t('chats:search')} type="search" name="name" value={wanted} onChange={setWanted} />
        </search>
      )}
      <p role="status" className="chat-search-none">
        {shown.length === 0 && !more && t('chats:search_none')}
      </p>
      <ul className="chat-rows">
        {shown.map((chat) => (
          <li key={chat.conversation.id}>
            <Row chat={chat} />
          </li>
        ))}
      </ul>
      {more && stale !== undefined && <p role="alert">{errorText(stale)}</p>}
      {more && <MoreChats />}
    </>
  );
}

function MoreChats() {
  const [isBusy, setBusy] = useState(false);
  const load = (): void => {
    setBusy(true);
    void loadMoreChats().finally(() => setBusy(false));
  };
  return (
    <div className="chat-more">
      <Button kind="quiet" isBusy={isBusy} onClick={load}>
        {t(isBusy ? 'shell:loading' : 'chats:more')}
      </Button>
    </div>
  );
}

/** First messages that were not sent have no conversation, and so no row. */
function UnsentElsewhere({ chats }: { chats: readonly Chat[] }) {
  const listed = new Set(chats.map(({ profile }) => profile.id));
  const failed = [...useStore($failedMessages)].filter(([partner]) => !listed.has(partner));
  return failed.map(([partner, unsent]) => (
    <a className="chat-unsent" key={partner} href={linkTo('members-id-chat', { id: partner })}>
      {unsentLine(unsent)}
    </a>
  ));
}

const ToSearch = () => (
  <Button kind="primary" href={linkTo('members')}>
    {t('chats:empty_action')}
  </Button>
);

function Row({ chat }: { chat: Chat }) {
  const { conversation, profile, last, num_unread_messages: unread } = chat;
  const { cdn_prefix: prefix } = useStore($siteSettings);
  const isTyping = useStore($typing).has(conversation.id);
  const open = useStore($conversation);
  const failed = useStore($failedMessages).get(profile.id);
  const { name, age, main_image: image, fictional } = profile;
  const isListed = isListPage();
  return (
    <ChatRow
      href={linkTo('chats-id', { id: conversation.id })}
      photo={image && prefix + image.match}
      title={t('members:card', { name, age })}
      fictional={fictional ? t('members:fictional') : null}
      line={isTyping ? t('chats:typing') : lineOf(last, failed)}
      isTyping={isTyping}
      time={last ? shortMoment(last.at) : ''}
      unread={unread}
      unreadLabel={t('shell:badge_unread', { count: unread })}
      isLast={isListed && readLastChat()?.profile === profile.id}
      isCurrent={!isListed && open.state === 'ready' && open.id === conversation.id}
    />
  );
}

/** What became of the last message comes first, since the rest may be cut off. */
function lineOf(last: Chat['last'], failed: Unsent | undefined): string {
  if (failed) return unsentLine(failed);
  const state = last?.mine && stateOf(last);
  return state ? both(state, wordsOf(last)) : wordsOf(last);
}

const unsentLine = ({ gift, text }: Unsent): string => both(t('chats:failed'), gift ? giftName(gift) : text);

const both = (state: string, words: string): string => `${state} · ${words}`;

/** A message without a number is held back. */
function stateOf({ seq, reaction, ...held }: NonNullable<Chat['last']>): string | null {
  if (seq === 0) return heldText(held);
  return reaction && reaction !== 'other' ? reactionText(reaction, false) : null;
}

function wordsOf(last: Chat['last']): string {
  if (!last) return t('chats:no_messages');
  if (last.hidden) return t('chats:hidden');
  if (last.deleted) return t(last.mine ? 'chats:deleted_mine' : 'chats:deleted_theirs');
  if (last.gift) return t(last.mine ? 'gifts:given' : 'gifts:received', { gift: giftName(last.gift) });
  if (last.voice) return t(last.mine ? 'voice:given' : 'voice:received');
  if (last.picture) return t(last.mine ? 'pictures:given' : 'pictures:received');
  return last.mine ? t('chats:you', { text: last.text }) : last.text;
}
