// During the signup: members who fit what was just told, and the way on.
import { useStore } from '@nanostores/react';
import { useLayoutEffect, type ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $user } from '#stores/session';
import { $signupMatches, openSignupMatches } from '#stores/signup-matches';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { SignupMatchesSkeleton } from '#ui/SignupMatchesSkeleton';
import { FitCard } from './FitCard.tsx';

interface Props {
  /** The niche's drawings for no one found and for a failure. */
  empty?: ReactNode;
  lost?: ReactNode;
}

/** Cards on the first screen, whose pictures load eagerly. */
const FIRST_CARDS = 4;

export function SignupMatches({ empty, lost }: Props) {
  const found = useStore($signupMatches);
  useLayoutEffect(() => void openSignupMatches(), []);
  if (found.state === 'loading') return <SignupMatchesSkeleton label={t('shell:loading')} />;
  if (found.state === 'failed') {
    return (
      <ErrorState
        heading={t('members:failed_heading')}
        text={errorText(found.code)}
        isPage
        onRetry={() => void openSignupMatches()}
      >
        {lost}
      </ErrorState>
    );
  }
  if (found.profiles.length === 0) {
    return (
      <EmptyState
        heading={t('finder:signup_none_heading')}
        text={t('finder:signup_none_text')}
        isPage
        action={<Onwards />}
      >
        {empty}
      </EmptyState>
    );
  }
  return (
    <>
      <h1 className="finder-heading">{t('finder:signup_heading')}</h1>
      <p className="signup-matches-text muted">{t('finder:signup_text')}</p>
      <ul className="grid-people">
        {found.profiles.map((fit, at) => (
          <li key={fit.id}>
            <FitCard fit={fit} isFirst={at < FIRST_CARDS} />
          </li>
        ))}
      </ul>
      <div className="form-actions finder-after">
        <Onwards />
      </div>
    </>
  );
}

/** To the end of the signup, or to the search for a confirmed member. */
function Onwards() {
  const isUnconfirmed = useStore($user)?.status === 'not_confirmed';
  return (
    <Button kind="primary" href={linkTo(isUnconfirmed ? 'complete-signup' : 'members')}>
      {t(isUnconfirmed ? 'finder:go_on' : 'likes:empty_action')}
    </Button>
  );
}
