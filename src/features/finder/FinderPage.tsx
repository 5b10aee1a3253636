// The match finder: the start, one question at a time, and the members who fit.
import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { $finder, $step, openFinder } from '#stores/finder';
import { ErrorState } from '#ui/ErrorState';
import { FinderSkeleton } from '#ui/FinderSkeleton';
import { FinderQuestion } from './FinderQuestion.tsx';
import { FinderResult } from './FinderResult.tsx';
import { FinderStart } from './FinderStart.tsx';

interface Props {
  /** The niche's drawings for no one found and for a failure. */
  empty?: ReactNode;
  lost?: ReactNode;
}

export function FinderPage({ empty, lost }: Props) {
  const finder = useStore($finder);
  const step = useStore($step);
  useLayoutEffect(() => void openFinder(), []);
  if (finder.state === 'loading') return <FinderSkeleton label={t('shell:loading')} />;
  if (finder.state === 'failed') {
    return (
      <ErrorState
        heading={t('finder:failed_heading')}
        text={errorText(finder.code)}
        isPage
        onRetry={() => void openFinder()}
      >
        {lost}
      </ErrorState>
    );
  }
  return (
    <Steps key={step}>
      {step === 'start' ? (
        <FinderStart />
      ) : step === 'result' ? (
        <FinderResult empty={empty} lost={lost} />
      ) : (
        <FinderQuestion name={step} />
      )}
    </Steps>
  );
}

/** Each new step is read out from its heading on. The first one leaves the focus where it is. */
let hasShownStep = false;
document.addEventListener('astro:before-swap', () => (hasShownStep = false));

function Steps({ children }: { children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasShownStep) step.current?.querySelector('h1')?.focus({ preventScroll: true });
    if (hasShownStep) globalThis.scrollTo({ top: 0 });
    hasShownStep = true;
  }, []);
  return <div ref={step}>{children}</div>;
}
