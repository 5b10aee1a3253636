// Deletes the account: first what else might help, then the form.
import { Suspense, useState } from 'react';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { lazyPart } from '#ui/LazyPart';
import { Skeleton } from '#ui/Skeleton';
import { ALTERNATIVES } from './alternatives.ts';
import { LeavingOffers } from './LeavingOffers.tsx';

/** Loaded when needed. */
const DeletionForm = lazyPart(
  () => import('./DeletionForm.tsx'),
  (module) => module.DeletionForm,
);

export function DeletionSection() {
  const [isSkipped, setSkipped] = useState(false);
  if (isSkipped) {
    return (
      <Suspense fallback={<Skeleton size="long" />}>
        <DeletionForm onBack={() => setSkipped(false)} />
      </Suspense>
    );
  }
  return (
    <div className="stack">
      <p>{t('leaving:lead')}</p>
      <ul className="setting-rows" aria-label={t('leaving:alternatives')}>
        {ALTERNATIVES.map(({ section, icon, title, text }) => (
          <li key={section}>
            <Icon name={icon} />
            <span>
              <a href={`${linkTo('settings')}#${section}`}>{t(title)}</a>
              <span className="field-note">{t(text)}</span>
            </span>
          </li>
        ))}
        <LeavingOffers />
      </ul>
      <div className="form-actions">
        <Button onClick={() => setSkipped(true)}>{t('leaving:skip')}</Button>
      </div>
    </div>
  );
}
