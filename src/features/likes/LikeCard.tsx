// Somebody on the likes page: the card, whether the like is new or mutual, and the heart to answer it.
import { useStore } from '@nanostores/react';
import type { MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { setLiked } from '#stores/like';
import { $liked } from '#stores/likes';
import { $settings } from '#stores/settings';
import { LikeButton } from '#ui/LikeButton';
import { PersonCard } from '#ui/PersonCard';

interface Props {
  card: MemberCard;
  isNew: boolean;
  isMatch: boolean;
  isFirst: boolean;
}

export function LikeCard({ card, isNew, isMatch, isFirst }: Props) {
  const { cdn_prefix: prefix } = useStore($settings);
  const isLiked = useStore($liked).get(card.id) ?? false;
  const { id, name, age, city, line, fictional, main_image: image } = card;
  return (
    <PersonCard
      href={linkTo('members-id', { id })}
      title={t('members:card', { name, age })}
      place={city}
      line={isMatch ? t('likes:mutual') : line}
      mark={isNew ? t('likes:new') : null}
      photo={image && prefix + image.match}
      fictional={fictional ? t('members:fictional') : null}
      isFirst={isFirst}
      action={
        <LikeButton
          label={t('likes:like', { name })}
          isLiked={isLiked}
          onToggle={(wanted) => void setLiked(card, wanted)}
        />
      }
    />
  );
}
