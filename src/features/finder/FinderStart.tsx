// The start of the match finder: what it does, how members are ranked, and whether the answers may be kept.
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { FINDER_CANDIDATES, FINDER_SETS_A_DAY } from '#domain/finder';
import { formatNumber, t } from '#lib/i18n';
import { $answers, $areKept, $deleted, $mayKeep, startFinder } from '#stores/finder';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';
import { Switch } from '#ui/Switch';
import { ForgetAnswers } from './ForgetAnswers.tsx';

export function FinderStart() {
  const areKept = useStore($areKept);
  const mayKeep = useStore($mayKeep);
  const hasAnswers = Object.keys(useStore($answers)).length > 0;
  return (
    <div className="finder">
      <StartHeading />
      <p className="lead">{t('finder:intro')}</p>
      <Switch
        label={t('finder:keep')}
        note={t('finder:keep_note')}
        name="keep"
        isOn={mayKeep}
        onChange={(isOn) => $mayKeep.set(isOn)}
      />
      <div className="form-actions">
        <Button kind="primary" onClick={() => startFinder(mayKeep)}>
          {t(hasAnswers ? 'finder:go_on' : 'finder:start')}
        </Button>
        {areKept && <ForgetAnswers />}
      </div>
      <HowItWorks />
    </div>
  );
}

/** The heading, and that kept answers were just deleted, here or elsewhere. */
function StartHeading() {
  const deleted = useStore($deleted);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button went with the answers.
  useEffect(() => {
    if (deleted && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [deleted]);
  return (
    <div>
      <h1 className="finder-heading" tabIndex={-1} ref={heading} aria-describedby={deleted ? 'deleted' : undefined}>
        {t('finder:heading')}
      </h1>
      <div role="status" id="deleted">
        {deleted && (
          <Notice tone={deleted === 'here' ? 'success' : 'attention'}>{t(`finder:deleted_${deleted}`)}</Notice>
        )}
      </div>
    </div>
  );
}

/** What the ranking goes by (DSA, article 27). */
export function HowItWorks() {
  return (
    <details className="finder-how">
      <summary>{t('finder:how')}</summary>
      <p>{t('finder:how_who', { count: formatNumber(FINDER_CANDIDATES) })}</p>
      <p>{t('finder:how_points')}</p>
      <p>{t('finder:how_sets', { sets: formatNumber(FINDER_SETS_A_DAY) })}</p>
      <p>{t('finder:how_money')}</p>
    </details>
  );
}
