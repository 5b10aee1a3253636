// A search result for members: the card with a like button.
import { useStore } from '@nanostores/react';
import type { MemberCard } from '#contract/members';
import { linkTo } from '#lib/paths';
import { setLiked } from '#stores/like';
import { $liked } from '#stores/likes';
import { openCardMenu } from '#stores/safety-dialog';
import { $siteSettings } from '#stores/site-settings';
import { LikeableCard } from '#ui/LikeableCard';

export function SearchResultCard({ card, isFirst }: { card: MemberCard; isFirst: boolean }) {
  return (
    <LikeableCard
      card={card}
      href={linkTo('members-id', { id: card.id })}
      prefix={useStore($siteSettings).cdn_prefix}
      isLiked={useStore($liked).get(card.id) ?? false}
      onToggle={(wanted) => void setLiked(card, wanted)}
      onMenu={openCardMenu}
      isFirst={isFirst}
    />
  );
}
