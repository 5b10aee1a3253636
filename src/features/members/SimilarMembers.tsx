// Members like the one on the page, each with what both have in common.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Member, SimilarMember } from '#contract/members';
import { SIMILAR } from '#domain/limits';
import { errorText, hasText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { setLiked } from '#stores/like';
import { $liked } from '#stores/likes';
import { $regions } from '#stores/regions';
import { openCardMenu } from '#stores/safety-dialog';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { $similar, createShowMore, openSimilar } from '#stores/similar';
import { ErrorState } from '#ui/ErrorState';
import { factText } from '#ui/Facts';
import { LikeableCard } from '#ui/LikeableCard';
import type { Elements } from '#ui/LoneText';
import { PersonCardSkeleton } from '#ui/PersonCardSkeleton';
import { ShowMore, useFocusOnMore } from '#ui/ShowMore';

export function SimilarMembers({ member: { id } }: { member: Member }) {
  const user = useStore($user);
  const similar = useStore($similar);
  const isOwn = user?.id === id;
  const more = useFocusOnMore(similar.state === 'ready' ? similar.profiles.length : 0);
  useEffect(() => void (isOwn || openSimilar(id)), [id, isOwn]);
  if (isOwn) return null;
  if (similar.state === 'failed') {
    return (
      <Part>
        <ErrorState
          heading={t('members:similar_failed')}
          text={errorText(similar.code)}
          onRetry={() => void openSimilar(id)}
        />
      </Part>
    );
  }
  if (similar.state === 'loading' || similar.id !== id) {
    return (
      <Part>
        <div className="grid-people" aria-hidden="true">
          {Array.from({ length: SIMILAR.pageSize }, (_, at) => (
            <PersonCardSkeleton key={at} />
          ))}
        </div>
      </Part>
    );
  }
  if (similar.profiles.length === 0) return null;
  return (
    <Part>
      <ul ref={more.list} className="grid-people">
        {similar.profiles.map((card) => (
          <li key={card.id}>
            <SimilarCard card={card} />
          </li>
        ))}
      </ul>
      {similar.page * SIMILAR.pageSize < similar.numResults && <MoreMembers onPress={more.remember} />}
    </Part>
  );
}

const HEADING = 'similar-heading';

const Part = ({ children }: { children: Elements }) => (
  <section className="similar" aria-labelledby={HEADING}>
    <h2 id={HEADING}>{t('members:similar')}</h2>
    {children}
  </section>
);

function SimilarCard({ card }: { card: SimilarMember }) {
  return (
    <LikeableCard
      card={card}
      href={linkTo('members-id', { id: card.id })}
      prefix={useStore($siteSettings).cdn_prefix}
      isLiked={useStore($liked).get(card.id) ?? false}
      onToggle={(wanted) => void setLiked(card, wanted)}
      onMenu={openCardMenu}
      line={useCommon(card)}
      isFirst={false}
    />
  );
}

/** What both have in common, as words; a region's name appears once the regions have loaded. */
function useCommon({ common, gender }: SimilarMember): string {
  const regions = useStore($regions);
  const words = common.map(({ fact, value }) => {
    if (fact === 'city') return value;
    if (fact === 'region') return regions.find(({ id }) => id === value)?.name;
    if (fact === 'age') return t('members:similar_age');
    if (fact === 'interest') return hasText(`site:interest_${value}`) ? t(`site:interest_${value}`) : null;
    return fact === 'other' ? null : factText(fact, value, gender);
  });
  return words.filter(Boolean).join('\u00a0· ');
}

function MoreMembers({ onPress }: { onPress: () => void }) {
  const [more] = useState(createShowMore);
  const state = useStore(more);
  const press = (): void => {
    onPress();
    void more.submit();
  };
  return (
    <ShowMore
      text={t('members:similar_more')}
      failure={state.state === 'failed' ? errorText(state.code) : null}
      isBusy={state.state === 'sending'}
      onPress={press}
    />
  );
}
