// A member's card with an optional like button and menu.
import type { MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { CardMenuButton } from './CardMenuButton.tsx';
import { LikeButton } from './LikeButton.tsx';
import { PersonCard } from './PersonCard.tsx';

interface Props {
  card: MemberCard;
  href: string;
  /** The prefix of photo addresses. */
  prefix: string;
  isLiked?: boolean;
  /** Omitted when the viewer cannot like. */
  onToggle?: (isLiked: boolean) => void;
  /** Opens the card's menu. Omitted for visitors. */
  onMenu?: (card: MemberCard) => void;
  /** Replaces the member's own line. */
  line?: string | null;
  mark?: string | null;
  isFirst: boolean;
}

export function LikeableCard({ card, href, prefix, isLiked = false, onToggle, onMenu, line, mark, isFirst }: Props) {
  const { name, age, city, fictional, verified, main_image: image } = card;
  return (
    <PersonCard
      href={href}
      title={t('members:card', { name, age })}
      place={city}
      line={line ?? card.line}
      mark={mark ?? null}
      photo={image && prefix + image.match}
      fictional={fictional ? t('members:fictional') : null}
      ai={image?.ai ? t('members:ai_short') : null}
      isVerified={verified}
      isFirst={isFirst}
      action={
        <>
          {onToggle && <LikeButton label={t('likes:like', { name })} isLiked={isLiked} onToggle={onToggle} />}
          {onMenu && <CardMenuButton label={t('safety:menu', { name })} onPress={() => onMenu(card)} />}
        </>
      }
    />
  );
}
