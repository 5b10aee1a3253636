// What a screen reader is told of a conversation: each message once, when it comes, and what becomes of one's own.
import { t } from '#lib/i18n';
import { topicToReport } from '#stores/scam-guard';
import { type BubbleData, isTheirText } from './bubbles.ts';
import { messageText, reactionText, saidBy, stateText } from './reply-words.ts';

export interface Announcement {
  readonly key: string;
  readonly text: string;
}
/** Its text is only made when it is announced. */
interface Possible {
  readonly key: string;
  readonly text: () => string;
}

/** Whose conversation it is. */
interface Partner {
  readonly id: string;
  readonly name: string;
}

/** After a long absence only the newest are read out. */
const MOST = 5;

/**
 * What is new since `known`, the keys of all that was there before, to which it is added. Without it the conversation has just been opened,
 * and nothing is new. Messages above the ones that were there are older ones, which the member asked for.
 */
export function announce(known: Set<string> | null, bubbles: readonly BubbleData[], partner: Partner) {
  const first = known ? bubbles.findIndex(({ key }) => known.has(key)) : 0;
  const all = bubbles.flatMap((bubble, at) =>
    announcementsOf(bubble, partner).map((each) => ({ ...each, isOlder: at < first })),
  );
  const news = known ? all.filter(({ key, isOlder }) => !isOlder && !known.has(key)) : [];
  const keys = new Set([...(known ?? []), ...bubbles.map(({ key }) => key), ...all.map(({ key }) => key)]);
  return { known: keys, news: news.slice(-MOST).map(({ key, text }): Announcement => ({ key, text: text() })) };
}

/** A message that is being sent is announced once it is known what becomes of it. */
function announcementsOf(bubble: BubbleData, partner: Partner): Possible[] {
  const { key, isMine, status, isChecked, lacks, deleted, reaction } = bubble;
  if (deleted) return [];
  const said = { key: `${key} said`, text: () => textOf(bubble, partner) };
  if (status === 'held' || status === 'failed')
    return [
      {
        key: `${key} ${isChecked ? 'checked' : (lacks ?? status)}`,
        text: () => saidBy(stateText(bubble), messageText(bubble, isMine)),
      },
    ];
  const reacted = isMine &&
    reaction && { key: `${key} ${reaction}`, text: () => saidBy(partner.name, reactionText(reaction, false)) };
  return [...(status === 'sending' ? [] : [said]), ...(reacted ? [reacted] : [])];
}

/** With the question that its note asks, if it has one (ScamNote.tsx). */
function textOf(bubble: BubbleData, { id, name }: Partner): string {
  const { isMine, text, seq } = bubble;
  const said = saidBy(isMine ? t('chats:own') : name, messageText(bubble, isMine));
  const hasNote = isTheirText(bubble) && topicToReport(text, id, seq ?? 0) !== null;
  return hasNote ? `${said} ${t('scam:bother_heading')}` : said;
}
