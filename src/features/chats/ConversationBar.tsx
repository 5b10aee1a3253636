// The bar above a conversation: back link, the partner's profile, and the balance.
import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import type { MemberCard } from '#contract/members';
import { hasText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Avatar } from '#ui/Avatar';
import { FictionalLabel } from '#ui/FictionalLabel';
import { Icon } from '#ui/Icon';
import { Verified } from '#ui/Verified';
import { lazyExtra } from '#ui/LazyPart';
import { creditsFor } from './addresses.ts';

/** Loaded after the rest. */
const ConversationMenu = lazyExtra(
  () => import('./ConversationMenu.tsx'),
  (module) => module.ConversationMenu,
);

interface Props {
  profile: MemberCard;
  /** Null before the first message. */
  conversation: string | null;
}

export function ConversationBar({ profile, conversation }: Props) {
  const { id, name, age, activity, fictional, verified, main_image: image } = profile;
  const { cdn_prefix: prefix } = useStore($siteSettings);
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
      <Suspense fallback={<span className="round" />}>
        <ConversationMenu {...{ profile, conversation }} />
      </Suspense>
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
