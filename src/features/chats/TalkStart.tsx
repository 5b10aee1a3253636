// What stands above the messages: why older ones are hidden, or, without any, an invitation to write.
import { useStore } from '@nanostores/react';
import { isBlank } from '#domain/graphemes';
import { CHAT_HIDDEN_DAYS } from '#domain/limits';
import { t } from '#lib/i18n';
import type { OpenConversation } from '#stores/conversation';
import { $draft } from '#stores/outbox';
import { Button } from '#ui/Button';

interface Props {
  open: OpenConversation;
  isEmpty: boolean;
  /** Opens the opening lines. */
  onIdeas: () => void;
}

export function TalkStart({ open, isEmpty, onIdeas }: Props) {
  if (open.hidden) return <HiddenHistory />;
  return isEmpty ? <EmptyConversation profile={open.profile} onIdeas={onIdeas} /> : null;
}

/** Requirement CH28. */
const HiddenHistory = () => (
  <div className="talk-first">
    <h2>{t('chats:hidden_heading')}</h2>
    <p>{t('chats:hidden_text', { days: CHAT_HIDDEN_DAYS })}</p>
  </div>
);

/** A fictional profile wants nothing; the notice above the field says what a reply is. Opening lines never replace a draft. */
function EmptyConversation({
  profile: { name, fictional },
  onIdeas,
}: Pick<OpenConversation, 'profile'> & Pick<Props, 'onIdeas'>) {
  const hasDraft = !isBlank(useStore($draft));
  return (
    <div className="talk-first">
      <h2>{t('chats:first_heading')}</h2>
      {!fictional && <p>{t('chats:first_text', { name })}</p>}
      {!hasDraft && <Button onClick={onIdeas}>{t('icebreakers:open')}</Button>}
    </div>
  );
}
