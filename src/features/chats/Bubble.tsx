// One message of the conversation, with a date line above the first of a day.
import { memo, Suspense } from 'react';
import { SAFETY } from '#domain/limits';
import { now } from '#lib/clock';
import { t } from '#lib/i18n';
import type { Elements } from '#ui/LoneText';
import { MessageBubble } from '#ui/MessageBubble';
import { lazyExtra, lazyPart } from '#ui/LazyPart';
import { creditsFor } from './addresses.ts';
import { type BubbleData, isTheirText } from './bubbles.ts';
import { giftName } from './gift-name.ts';
import { GiftPicture } from './GiftPicture.tsx';
import { dayLabel, timeOf } from './moments.ts';
import { QuotedMessage } from './QuotedMessage.tsx';
import { reactionText, stateText } from './reply-words.ts';

/** Loaded when there is one; its box has its size before. */
const ChatPhoto = lazyPart(
  () => import('./ChatPhoto.tsx'),
  (module) => module.ChatPhoto,
);
/** Loaded when there is one; its box has its size before. */
const VoiceNote = lazyPart(
  () => import('./VoiceNote.tsx'),
  (module) => module.VoiceNote,
);
/** Loaded when there is one; its place has its size before. */
const ReactionMark = lazyExtra(
  () => import('#ui/ReactionMark'),
  (module) => module.ReactionMark,
);
/** Loaded after the messages, as its rules are. */
const ScamNote = lazyExtra(
  () => import('./ScamNote.tsx'),
  (module) => module.ScamNote,
);

interface Props {
  bubble: BubbleData;
  /** The partner's name and id. */
  name: string;
  partner: string;
  onRetry: () => void;
  onDiscard: (clientId: string) => void;
  onReport: (seq: number) => void;
  onDelete: (bubble: BubbleData) => void;
  onRespond: (bubble: BubbleData) => void;
}

function BubbleView({ bubble, name, partner, ...press }: Props) {
  const { onRetry, onDiscard, onReport, onDelete, onRespond } = press;
  const { seq, at, isMine, status, deleted, startsDay, isLast } = bubble;
  const isDeletable = isMine && !deleted && (seq !== null || status === 'held');
  return (
    <>
      {startsDay && <p className="talk-day">{dayLabel(at)}</p>}
      <MessageBubble
        text={textOf(bubble)}
        quote={bubble.quote && <QuotedMessage quote={bubble.quote} name={name} />}
        picture={pictureOf(bubble, name)}
        isDeleted={deleted !== null}
        time={timeOf(at)}
        who={isMine ? t('chats:own') : name}
        isMine={isMine}
        isLast={isLast}
        status={status}
        statusText={stateText(bubble)}
        reaction={reactionOf(bubble)}
        respond={seq !== null && !deleted ? { ...respondWords(isMine), onPress: () => onRespond(bubble) } : null}
        report={
          !isMine && seq !== null && (!deleted || isDeletedReportable(at))
            ? { text: t('safety:report_message'), onPress: () => onReport(seq) }
            : null
        }
        remove={isDeletable ? { text: t('chats:delete_message'), onPress: () => onDelete(bubble) } : null}
        actions={actionsOf(bubble, partner, { onRetry, onDiscard })}
      />
      {isTheirText(bubble) && (
        <Suspense>
          <ScamNote text={bubble.text} partner={partner} seq={seq ?? 0} />
        </Suspense>
      )}
    </>
  );
}

function actionsOf(
  { clientId, status, lacks }: BubbleData,
  partner: string,
  { onRetry, onDiscard }: Pick<Props, 'onRetry' | 'onDiscard'>,
) {
  if (status === 'failed')
    return [
      { text: t('shell:retry'), onPress: onRetry },
      { text: t('chats:discard'), onPress: () => onDiscard(clientId) },
    ];
  return lacks === 'credits' ? [{ text: t('chats:packages'), href: creditsFor(partner) }] : [];
}

function reactionOf({ reaction, isMine }: BubbleData) {
  if (!reaction) return null;
  const mark = (
    <Suspense fallback={<span className="reaction-mark" />}>
      <ReactionMark reaction={reaction} />
    </Suspense>
  );
  return { mark, text: reactionText(reaction, !isMine) };
}

const respondWords = (isMine: boolean) =>
  isMine
    ? ({ icon: 'reply', text: t('chats:reply') } as const)
    : ({ icon: 'react', text: t('chats:respond') } as const);

/** It was deleted within minutes of being sent. */
const isDeletedReportable = (at: string): boolean =>
  now().getTime() - Date.parse(at) < SAFETY.reportDeletedHours * 3_600_000;

function pictureOf({ gift, picture, voice, isMine }: BubbleData, name: string): Elements {
  if (voice)
    return (
      <Suspense fallback={<span className="voice" />}>
        <VoiceNote {...{ voice, name, isMine }} />
      </Suspense>
    );
  if (picture)
    return (
      <Suspense fallback={<span className="chat-photo is-loading" />}>
        <ChatPhoto {...{ picture, name, isMine }} />
      </Suspense>
    );
  return gift && <GiftPicture gift={gift} />;
}

function textOf({ text, isMine, deleted, gift }: BubbleData): string {
  if (deleted) return t(isMine ? 'chats:deleted_mine' : 'chats:deleted_theirs');
  return gift ? t('gifts:gift', { gift: giftName(gift) }) : text;
}

/** Memoized: a long conversation only rerenders the bubbles that changed. */
export const Bubble = memo(BubbleView, (a, b) => JSON.stringify(a.bubble) === JSON.stringify(b.bubble));
