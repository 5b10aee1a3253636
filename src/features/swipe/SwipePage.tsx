// The swipe game: loading, cards, the end of a day's likes, no one left, or failed.
import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { waitText } from '#domain/wait-text';
import { now } from '#lib/clock';
import { currentLanguage, errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $deck, $lastPass, openDeck, undoPass } from '#stores/swipe';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { SwipeSkeleton } from '#ui/SwipeSkeleton';
import { SwipeDeck } from './SwipeDeck.tsx';

interface Props {
  /** The niche's drawings for the end of the cards and for a failure. */
  empty?: ReactNode;
  lost?: ReactNode;
}

export function SwipePage({ empty, lost }: Props) {
  const deck = useStore($deck);
  useLayoutEffect(() => void openDeck(), []);
  useKeptFocus(deck.state === 'ready' ? deck.remaining > 0 && deck.profiles.length > 0 : null);
  if (deck.state === 'loading') return <SwipeSkeleton label={t('shell:loading')} />;
  if (deck.state === 'failed') {
    return (
      <ErrorState
        heading={t('swipe:failed_heading')}
        text={errorText(deck.code)}
        isPage
        onRetry={() => void openDeck()}
      >
        {lost}
      </ErrorState>
    );
  }
  if (deck.remaining <= 0) return <DayIsOver renewsAt={deck.renews_at}>{empty}</DayIsOver>;
  if (deck.profiles.length === 0) return <NoOneLeft>{empty}</NoOneLeft>;
  return (
    <div className="swipe">
      <div className="swipe-head">
        <h1 className="swipe-heading">{t('swipe:heading')}</h1>
        <p className="muted only-wide">{t('swipe:lead')}</p>
      </div>
      <SwipeDeck profiles={deck.profiles} remaining={deck.remaining} />
    </div>
  );
}

/** All cards are answered; the last one can be taken back here too, if it was a pass. */
function NoOneLeft({ children }: { children: ReactNode }) {
  const lastPass = useStore($lastPass);
  return (
    <EmptyState
      heading={t('swipe:none_heading')}
      text={t('swipe:none_text')}
      isPage
      action={
        <div className="form-actions">
          <Button kind="primary" href={linkTo('members')}>
            {t('likes:empty_action')}
          </Button>
          {lastPass && (
            <Button kind="line" icon="undo" onClick={() => void undoPass()}>
              {t('swipe:undo', { name: lastPass.name })}
            </Button>
          )}
        </div>
      }
    >
      {children}
    </EmptyState>
  );
}

/** The good end: all likes of the day are given. */
function DayIsOver({ renewsAt, children }: { renewsAt: string | null; children: ReactNode }) {
  const seconds = renewsAt ? (new Date(renewsAt).getTime() - now().getTime()) / 1000 : 0;
  return (
    <div role="status">
      <EmptyState
        heading={t('swipe:end_heading')}
        text={t('swipe:end_text', { when: waitText(Math.max(seconds, 60), currentLanguage()) })}
        isPage
        action={
          <div className="form-actions">
            <Button kind="primary" href={linkTo('likes-type', { type: 'sent' })}>
              {t('swipe:end_likes')}
            </Button>
            <Button kind="line" href={linkTo('members')}>
              {t('likes:empty_action')}
            </Button>
          </div>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}

/** With the last card its buttons go, and with its return what brought it back: the focus moves to the heading of what follows. */
function useKeptFocus(isPlaying: boolean | null): void {
  const before = useRef<boolean | null>(null);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('#main h1');
    const hasChanged = before.current !== null && isPlaying !== null && before.current !== isPlaying;
    if (hasChanged && heading && document.activeElement === document.body) {
      heading.tabIndex = -1;
      heading.focus();
    }
    before.current = isPlaying;
  }, [isPlaying]);
}
