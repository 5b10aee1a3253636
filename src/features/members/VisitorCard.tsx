// A search result for visitors: linked to the signup page for this member; liking requires a login.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { MemberCard } from '#contract/members';
import { linkTo } from '#lib/paths';
import { $siteSettings } from '#stores/site-settings';
import { LikeableCard } from '#ui/LikeableCard';
import { LoginRequired } from './LoginRequired.tsx';

export function VisitorCard({ card, isFirst }: { card: MemberCard; isFirst: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <LikeableCard
        card={card}
        href={linkTo('members-id-signup', { id: card.id })}
        prefix={useStore($siteSettings).cdn_prefix}
        onToggle={() => setAsking(true)}
        isFirst={isFirst}
      />
      {isAsking && <LoginRequired id={card.id} onClose={() => setAsking(false)} />}
    </>
  );
}
