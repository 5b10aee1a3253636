// A search result for visitors: the card without a like button, linked to the signup page for this member.
import { useStore } from '@nanostores/react';
import type { MemberCard } from '#contract/members';
import { linkTo } from '#lib/paths';
import { $settings } from '#stores/settings';
import { LikeableCard } from '#ui/LikeableCard';

export function VisitorCard({ card, isFirst }: { card: MemberCard; isFirst: boolean }) {
  return (
    <LikeableCard
      card={card}
      href={linkTo('members-id-signup', { id: card.id })}
      prefix={useStore($settings).cdn_prefix}
      isFirst={isFirst}
    />
  );
}
