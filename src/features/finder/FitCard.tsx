// A member who fits, with the reasons why below the card.
import { useStore } from '@nanostores/react';
import type { FinderAnswers, FinderMatch } from '#contract/finder';
import { hasText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { setLiked } from '#stores/like';
import { $liked } from '#stores/likes';
import { openCardMenu } from '#stores/safety-dialog';
import { $siteSettings } from '#stores/site-settings';
import { LikeableCard } from '#ui/LikeableCard';

interface Props {
  fit: FinderMatch;
  /** What the viewer answered. */
  answers?: FinderAnswers;
  isFirst: boolean;
}

export function FitCard({ fit, answers = {}, isFirst }: Props) {
  const { cdn_prefix: prefix } = useStore($siteSettings);
  const isLiked = useStore($liked).get(fit.id) ?? false;
  const { reasons: _reasons, shared: _shared, enjoys: _enjoys, ...card } = fit;
  const reasons = reasonsOf(fit, answers);
  return (
    <>
      <LikeableCard
        card={card}
        href={linkTo('members-id', { id: card.id })}
        prefix={prefix}
        isLiked={isLiked}
        onToggle={(liked) => void setLiked(card, liked)}
        onMenu={openCardMenu}
        isFirst={isFirst}
      />
      {reasons.length > 0 && (
        <ul className="finder-reasons" aria-label={t('finder:reasons', { name: card.name })}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function reasonsOf({ reasons, shared, enjoys }: FinderMatch, answers: FinderAnswers): string[] {
  const list = (interests: readonly string[]): string =>
    interests
      .filter((each) => hasText(`site:interest_${each}`))
      .map((each) => t(`site:interest_${each}`))
      .join(', ');
  return reasons.map((reason) => {
    if (reason === 'interests') return t('finder:reason_interests', { list: list(shared) });
    if (reason === 'time') return t('finder:reason_time', { list: list(enjoys) });
    if (reason === 'place' || reason === 'ages') return t(`finder:reason_${reason}`);
    return t('finder:reason_both', { answer: t(`finder:${reason}_${String(answers[reason])}`) });
  });
}
