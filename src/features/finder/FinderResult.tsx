// The members who fit, best first, each with the reasons why.
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $answers, $areKept, $fits, goTo } from '#stores/finder';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { Notice } from '#ui/Notice';
import { PeopleSkeleton } from '#ui/SearchSkeleton';
import { FitCard } from './FitCard.tsx';
import { ForgetAnswers } from './ForgetAnswers.tsx';
import { HowItWorks } from './FinderStart.tsx';

interface Props {
  empty: ReactNode;
  lost: ReactNode;
}

/** Cards on the first screen, whose pictures load eagerly. */
const FIRST_CARDS = 4;

export function FinderResult({ empty, lost }: Props) {
  const areKept = useStore($areKept);
  return (
    <>
      <h1 className="finder-heading" tabIndex={-1}>
        {t('finder:result')}
      </h1>
      <Fits empty={empty} lost={lost} />
      <div className="form-actions finder-after">
        <Button kind="line" icon="pencil" onClick={() => goTo('hope')}>
          {t('finder:change')}
        </Button>
        {areKept && <ForgetAnswers />}
      </div>
      <HowItWorks />
    </>
  );
}

function Fits({ empty, lost }: Props) {
  const fits = useStore($fits);
  const answers = useStore($answers);
  if (fits.state === 'failed') {
    return (
      <ErrorState heading={t('members:failed_heading')} text={errorText(fits.code)} onRetry={() => void $fits.reload()}>
        {lost}
      </ErrorState>
    );
  }
  if (fits.state === 'loading') return <PeopleSkeleton />;
  if (fits.profiles.length === 0) {
    return (
      <EmptyState
        heading={t('finder:none_heading')}
        text={t(fits.compared ? 'finder:none_text' : 'finder:not_compared')}
        action={
          <Button kind="primary" href={linkTo('members')}>
            {t('likes:empty_action')}
          </Button>
        }
      >
        {empty}
      </EmptyState>
    );
  }
  return (
    <>
      {!fits.compared && <Notice>{t('finder:not_compared')}</Notice>}
      <ul className="grid-people">
        {fits.profiles.map((fit, at) => (
          <li key={fit.id}>
            <FitCard fit={fit} answers={answers} isFirst={at < FIRST_CARDS} />
          </li>
        ))}
      </ul>
    </>
  );
}
