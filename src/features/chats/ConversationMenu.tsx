// What can be done about the other member of a conversation, and about the conversation as a whole.
import { Suspense, useState } from 'react';
import type { MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { askToBlock, askToReport } from '#stores/safety-dialog';
import { lazyPart } from '#ui/LazyPart';
import { MemberMenu } from '#ui/MemberMenu';

/** Loaded when needed. */
const DeleteChat = lazyPart(
  () => import('./DeleteChat.tsx'),
  (module) => module.DeleteChat,
);

interface Props {
  profile: MemberCard;
  /** Null before the first message. */
  conversation: string | null;
}

export function ConversationMenu({ profile, conversation }: Props) {
  const { id, name } = profile;
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <MemberMenu
        label={t('safety:menu', { name })}
        texts={{
          profile: t('chats:to_profile', { name }),
          block: t('safety:block'),
          unblock: t('safety:unblock'),
          report: t('safety:report'),
          remove: t('chats:delete_chat'),
        }}
        profile={linkTo('members-id', { id })}
        isBlocked={false}
        onBlock={() => askToBlock(profile)}
        onUnblock={() => undefined}
        onReport={() => askToReport(profile)}
        onRemove={conversation === null ? undefined : () => setDeleting(true)}
      />
      {conversation !== null && isDeleting && (
        <Suspense>
          <DeleteChat {...{ conversation, name }} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  );
}
