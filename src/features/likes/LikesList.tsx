// One list of the likes page. A member who is unliked here stays visible until the list is left; one who is blocked or
// gone does not.
import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import type { Liker, Likes } from '#contract/likes';
import type { MemberCard } from '#contract/members';
import { errorText, t } from '#lib/i18n';
import { rememberList } from '#lib/opened-from';
import { linkTo } from '#lib/paths';
import { $unliked } from '#stores/like';
import { createMoreLikes } from '#stores/like-lists';
import { peopleOf } from '#stores/like-pages';
import { $newlySeen, showLikes } from '#stores/seen-likes';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { ShowMore, useFocusOnMore } from '#ui/ShowMore';
import { LikeCard } from './LikeCard.tsx';
import { stablePeople } from './stable-people.ts';
import type { Tab } from './tabs.ts';

interface Props {
  tab: Tab;
  likes: Likes;
  empty: ReactNode;
}

/** Cards on the first screen, whose pictures load eagerly. */
const FIRST_CARDS = 4;
/** The likes that each list shows. */
const ON_SCREEN = {
  received: ({ liked_by: likers }: Likes) => likers,
  sent: () => [],
  matches: ({ matches }: Likes) => matches,
} as const satisfies Record<Tab, (lists: Likes) => readonly Liker[]>;

export function LikesList({ tab, likes, empty }: Props) {
  const people = useStablePeople(peopleOf(likes, tab));
  useSeen(tab, likes);
  const more = useFocusOnMore(people.length);
  const fresh = useStore($newlySeen);
  if (people.length === 0) {
    const look = (
      <Button kind="primary" href={linkTo('members')}>
        {t('likes:empty_action')}
      </Button>
    );
    return (
      <EmptyState heading={t(`likes:empty_${tab}_heading`)} text={t(`likes:empty_${tab}_text`)} action={look}>
        {empty}
      </EmptyState>
    );
  }
  const everyone = [...likes.liked_by, ...likes.profiles];
  const matches = new Set(everyone.filter(({ match }) => match).map(({ id }) => id));
  return (
    <>
      <p className="likes-note muted small">{t(`likes:note_${tab}`)}</p>
      <ul ref={more.list} className="grid-people" onClickCapture={rememberList}>
        {people.map((card, at) => (
          <li key={card.id}>
            <LikeCard
              card={card}
              isNew={tab !== 'sent' && fresh.has(card.id)}
              isMatch={tab !== 'matches' && matches.has(card.id)}
              isFirst={at < FIRST_CARDS}
            />
          </li>
        ))}
      </ul>
      {likes.next[tab] !== null && <MoreLikes tab={tab} onPress={more.remember} />}
    </>
  );
}

function useSeen(tab: Tab, likes: Likes): void {
  useEffect(() => showLikes(ON_SCREEN[tab]), [tab, likes.liked_by, likes.matches]);
}

/** The people of the list; those unliked here stay in place even though they are no longer in it. */
function useStablePeople(people: readonly MemberCard[]): readonly MemberCard[] {
  const [shown, setShown] = useState(people);
  const merged = stablePeople(shown, people, useStore($unliked));
  const isSame = merged.length === shown.length && merged.every((card, at) => card === shown[at]);
  if (!isSame) setShown(merged);
  return isSame ? shown : merged;
}

function MoreLikes({ tab, onPress }: { tab: Tab; onPress: () => void }) {
  const [more] = useState(() => createMoreLikes(tab));
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
