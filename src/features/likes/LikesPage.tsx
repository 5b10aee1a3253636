// The likes page: tabs for received, sent and mutual likes.
import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import { errorText, formatNumber, t } from '#lib/i18n';
import { linkTo, queryOf, setQuery } from '#lib/paths';
import { hideLikes } from '#stores/seen-likes';
import { $likes, loadLikes } from '#stores/likes';
import { ErrorState } from '#ui/ErrorState';
import { LikesSkeleton } from '#ui/LikesSkeleton';
import { Tabs } from '#ui/Tabs';
import { LikesList } from './LikesList.tsx';
import { isTab, peopleOf, TABS, type Tab } from './tabs.ts';

interface Props {
  /** The niche's drawings for an empty list and for a failure. */
  empty?: ReactNode;
  lost?: ReactNode;
}

function initialTab(): Tab {
  const asked = queryOf('likes')?.['tab'];
  return isTab(asked) ? asked : 'received';
}
const queryFor = (tab: Tab): { tab?: Tab } => (tab === 'received' ? {} : { tab });

export function LikesPage({ empty, lost }: Props) {
  const likes = useStore($likes);
  const [tab, setTab] = useState(initialTab);
  useEffect(() => hideLikes, []);
  if (likes.state === 'loading') return <LikesSkeleton label={t('shell:loading')} />;
  if (likes.state === 'failed') {
    return (
      <ErrorState
        heading={t('likes:failed_heading')}
        text={errorText(likes.code)}
        isPage
        onRetry={() => void loadLikes()}
      >
        {lost}
      </ErrorState>
    );
  }
  const choose = (value: string): void => {
    if (!isTab(value)) return;
    setTab(value);
    setQuery('likes', queryFor(value), false);
  };
  const tabs = TABS.map((value) => ({
    value,
    text: t(`likes:tab_${value}`),
    count: formatNumber(peopleOf(value, likes).length),
    href: linkTo('likes') + (value === 'received' ? '' : `?tab=${value}`),
  }));
  return (
    <>
      <h1 className="likes-heading">{t('likes:heading')}</h1>
      <Tabs label={t('likes:tabs')} tabs={tabs} value={tab} onChoose={choose} />
      <LikesList key={tab} tab={tab} likes={likes} empty={empty} />
    </>
  );
}
