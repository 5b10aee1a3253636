// The message that another one answers: who wrote it, and a cut of what it says.
import type { Quote } from '#contract/chats';
import { t } from '#lib/i18n';
import { messageText } from './reply-words.ts';

interface Props {
  quote: Quote;
  /** The partner's name. */
  name: string;
}

export const QuotedMessage = ({ quote, name }: Props) => (
  <blockquote className="msg-quote">
    <span className="visually-hidden">{t('chats:in_reply_to')} </span>
    <b dir="auto">{quote.mine ? t('chats:own') : name}</b>
    <span className="msg-quote-text" dir="auto">
      {messageText(quote, quote.mine)}
    </span>
  </blockquote>
);
