// The actions on a profile: write, with its price, and like.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Member, MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { likeAsWanted, setLiked } from '#stores/like';
import { $liked, $newLikers } from '#stores/likes';
import { approximatePrice } from '#stores/prices';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Icon } from '#ui/Icon';
import { WriteButton } from '#ui/WriteButton';

interface Props {
  card: MemberCard;
  /** Null until the profile has loaded. */
  member: Member | null;
}

export function MemberActions({ card, member }: Props) {
  const user = useStore($user);
  const { message_credits: credits } = useStore($siteSettings);
  const isLiked = useStore($liked).get(card.id) ?? member?.liked ?? false;
  if (user?.id === card.id) return null;
  const conversation = member?.conversation;
  const chat = conversation ? linkTo('chats-id', { id: conversation }) : linkTo('members-id-chat', { id: card.id });
  return (
    <>
      <LikeStatus card={card} isLiked={isLiked} likesMe={member?.likes_me ?? false} />
      <div className="actions" role="group" aria-label={t('likes:actions')}>
        <WriteButton href={chat} text={t('likes:write')} credits={credits} money={approximatePrice(credits)} />
        <a className="btn btn-gift" href={`${chat}?gift=1`} aria-label={t('members:gift', { name: card.name })}>
          <Icon name="gift" />
        </a>
        <Like card={card} member={member} isLiked={isLiked} />
      </div>
    </>
  );
}

function Like({ card, member, isLiked }: Props & { isLiked: boolean }) {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    if (member) void likeAsWanted(card, isLiked);
  }, [member]);
  const press = (): void => {
    setTouched(true);
    void setLiked(card, !isLiked);
  };
  return (
    <button
      className={`btn btn-like${isTouched ? ' like-touched' : ''}`}
      type="button"
      aria-pressed={isLiked}
      onClick={press}
    >
      <Icon name="heart" />
      <span className="visually-hidden">{t('likes:like', { name: card.name })}</span>
      <span className="btn-note">{t(isLiked ? 'likes:liked_short' : 'likes:costs_nothing')}</span>
    </button>
  );
}

/** Shows whether the like is mutual, or that the member has liked the viewer. */
function LikeStatus({ card, isLiked, likesMe }: { card: MemberCard; isLiked: boolean; likesMe: boolean }) {
  // The like may have come since the profile was opened.
  const isLiker = useStore($newLikers).has(card.id);
  if (!likesMe && !isLiker) return null;
  return (
    <p className="likes-me">
      <Icon name="heart" />
      <span>{isLiked ? t('likes:mutual') : t('likes:likes_you', { name: card.name })}</span>
    </p>
  );
}
