// The bar above a conversation: back link, the partner's profile, and the balance.
import { useStore } from '@nanostores/react';
import { Suspense, useState } from 'react';
import type { MemberCard } from '#contract/members';
import { hasText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { askToBlock, askToReport } from '#stores/safety-dialog';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Avatar } from '#ui/Avatar';
import { FictionalLabel } from '#ui/FictionalLabel';
import { Icon } from '#ui/Icon';
import { MemberMenu } from '#ui/MemberMenu';
import { Verified } from '#ui/Verified';
import { lazyPart } from '#ui/LazyPart';
import { creditsFor } from './addresses.ts';

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

export function ConversationBar({ profile, conversation }: Props) {
  const { id, name, age, activity, fictional, verified, main_image: image } = profile;
  const { cdn_prefix: prefix } = useStore($siteSettings);
  const [isDeleting, setDeleting] = useState(false);
  const seen = activity !== 'other' && hasText(`members:${activity}`) ? t(`members:${activity}`) : null;
  return (
    <header className="chat-bar">
      <a className="round chat-back" href={linkTo('chats')} aria-label={t('chats:to_chats')}>
        <Icon name="left" />
      </a>
      <h1 className="visually-hidden">{t('chats:with', { name })}</h1>
      <a className="chat-who" href={linkTo('members-id', { id })}>
        <span className="visually-hidden">{t('chats:to_profile', { name })}</span>
        <Avatar address={image && prefix + image.match} />
        <span className="chat-who-words">
          <b>
            <span>{t('members:card', { name, age })}</span>
            {verified && <Verified />}
          </b>
          {fictional ? (
            <FictionalLabel text={t('members:fictional')} />
          ) : (
            seen && <span className="chat-seen">{seen}</span>
          )}
        </span>
      </a>
      <Balance partner={id} />
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
    </header>
  );
}

/** Links to the packages, which link back here. */
function Balance({ partner }: { partner: string }) {
  const user = useStore($user);
  if (!user) return null;
  const { credits } = user;
  return (
    <a
      className={`chip chat-balance${credits === 0 ? ' is-empty' : ''}`}
      href={creditsFor(partner)}
      aria-label={t('shell:badge_credits', { count: credits })}
    >
      <Icon name="coins" />
      <b>{credits}</b>
    </a>
  );
}
