// The start of the match finder: what it does, how members are ranked, and whether the answers may be kept.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { FINDER_CANDIDATES } from '#domain/finder';
import { formatNumber, t } from '#lib/i18n';
import { $answers, $areKept, startFinder } from '#stores/finder';
import { Button } from '#ui/Button';
import { Switch } from '#ui/Switch';
import { ForgetAnswers } from './ForgetAnswers.tsx';

export function FinderStart() {
  const areKept = useStore($areKept);
  const [isKeeping, setKeeping] = useState(areKept);
  const hasAnswers = Object.keys(useStore($answers)).length > 0;
  return (
    <div className="finder">
      <h1 className="finder-heading" tabIndex={-1}>
        {t('finder:heading')}
      </h1>
      <p className="lead">{t('finder:intro')}</p>
      <Switch
        label={t('finder:keep')}
        note={t('finder:keep_note')}
        name="keep"
        isOn={isKeeping}
        onChange={setKeeping}
      />
      <div className="form-actions">
        <Button kind="primary" onClick={() => startFinder(isKeeping)}>
          {t(hasAnswers ? 'finder:go_on' : 'finder:start')}
        </Button>
        {areKept && <ForgetAnswers />}
      </div>
      <HowItWorks />
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
      <p>{t('finder:how_money')}</p>
    </details>
  );
}
