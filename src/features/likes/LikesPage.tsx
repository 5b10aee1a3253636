// The likes page: tabs for received, sent and mutual likes.
import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { linkTo, replacePath, routeParameters } from '#lib/paths';
import { hideLikes } from '#stores/seen-likes';
import { $likes } from '#stores/like-lists';
import { loadLikes } from '#stores/likes';
import { Button } from '#ui/Button';
import { ErrorState } from '#ui/ErrorState';
import { LikesSkeleton } from '#ui/LikesSkeleton';
import { Tabs } from '#ui/Tabs';
import { LikesList } from './LikesList.tsx';
import { isTab, TABS, type Tab, totalText } from './tabs.ts';

interface Props {
  /** The niche's drawings for an empty list and for a failure. */
  empty?: ReactNode;
  lost?: ReactNode;
}

/** The list in the address; the received likes have the short one (requirement LI3). */
function tabInAddress(): Tab {
  const asked = routeParameters('likes-type')?.['type'];
  return isTab(asked) ? asked : 'received';
}
const addressOf = (tab: Tab): string => (tab === 'received' ? linkTo('likes') : linkTo('likes-type', { type: tab }));

export function LikesPage({ empty, lost }: Props) {
  const likes = useStore($likes);
  const [tab, setTab] = useState(tabInAddress);
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
    replacePath(['likes', 'likes-type'], addressOf(value));
  };
  const tabs = TABS.map((value) => ({
    value,
    text: t(`likes:tab_${value}`),
    count: totalText(likes.totals[value]),
    href: addressOf(value),
  }));
  return (
    <>
      <div className="likes-head">
        <h1 className="likes-heading">{t('likes:heading')}</h1>
        <Button kind="line" icon="cards" href={linkTo('swipe-game')}>
          {t('likes:game')}
        </Button>
      </div>
      <Tabs label={t('likes:tabs')} tabs={tabs} value={tab} onChoose={choose} />
      <LikesList key={tab} tab={tab} likes={likes} empty={empty} />
    </>
  );
}
