// One list of the likes page. A member who is unliked here stays visible until the list is left; one who is blocked or
// gone does not.
import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import type { Liker, Likes } from '#contract/likes';
import type { MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { rememberList } from '#lib/opened-from';
import { linkTo } from '#lib/paths';
import { $unliked } from '#stores/like';
import { $newlySeen, showLikes } from '#stores/seen-likes';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { LikeCard } from './LikeCard.tsx';
import { isMatch, peopleOf, type Tab } from './tabs.ts';

interface Props {
  tab: Tab;
  likes: Likes;
  empty: ReactNode;
}

/** Cards on the first screen, whose pictures load eagerly. */
const FIRST_CARDS = 4;
const includeAll = (): boolean => true;
const includeNone = (): boolean => false;

export function LikesList({ tab, likes, empty }: Props) {
  const people = useStablePeople(peopleOf(tab, likes));
  useSeen(tab, likes.liked_by);
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
  const matches = new Set(likes.liked_by.filter(isMatch).map(({ id }) => id));
  return (
    <>
      <p className="likes-note muted small">{t(`likes:note_${tab}`)}</p>
      <ul className="grid-people" onClickCapture={rememberList}>
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
    </>
  );
}

function useSeen(tab: Tab, likedBy: readonly Liker[]): void {
  useEffect(() => showLikes(tab === 'sent' ? includeNone : tab === 'matches' ? isMatch : includeAll), [tab, likedBy]);
}

/** The people of the list; those unliked here stay in place even though they are no longer in it. */
function useStablePeople(people: readonly MemberCard[]): readonly MemberCard[] {
  const [shown, setShown] = useState(people);
  const unliked = useStore($unliked);
  const current = new Map(people.map((card) => [card.id, card]));
  const shownIds = new Set(shown.map(({ id }) => id));
  const merged = [
    ...people.filter(({ id }) => !shownIds.has(id)),
    ...shown.flatMap((card) => current.get(card.id) ?? (unliked.has(card.id) ? card : [])),
  ];
  const isSame = merged.length === shown.length && merged.every((card, at) => card === shown[at]);
  if (!isSame) setShown(merged);
  return isSame ? shown : merged;
}
