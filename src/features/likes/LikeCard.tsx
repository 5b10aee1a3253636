// A card on the likes page, with marks for new and mutual likes.
import { useStore } from '@nanostores/react';
import type { MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { setLiked } from '#stores/like';
import { $liked } from '#stores/likes';
import { openCardMenu } from '#stores/safety-dialog';
import { $siteSettings } from '#stores/site-settings';
import { LikeableCard } from '#ui/LikeableCard';

interface Props {
  card: MemberCard;
  isNew: boolean;
  isMatch: boolean;
  isFirst: boolean;
}

export function LikeCard({ card, isNew, isMatch, isFirst }: Props) {
  return (
    <LikeableCard
      card={card}
      href={linkTo('likes-m-id', { id: card.id })}
      prefix={useStore($siteSettings).cdn_prefix}
      isLiked={useStore($liked).get(card.id) ?? false}
      onToggle={(wanted) => void setLiked(card, wanted)}
      onMenu={openCardMenu}
      line={isMatch ? t('likes:mutual') : null}
      mark={isNew ? t('likes:new') : null}
      isFirst={isFirst}
    />
  );
}
