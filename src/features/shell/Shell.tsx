// What lives on across the members area's pages: the session, the progress bar and the warning banners.
import { useEffect, useState } from 'react';
import { loadTexts, t } from '#lib/i18n';
import { startSession } from '#stores/session';
import { Banners } from './Banners.tsx';
import { watchProgress } from './progress.ts';

document.addEventListener('astro:after-swap', loadTexts);

export function Shell() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    startSession();
    return watchProgress(document, setShown);
  }, []);
  return (
    <>
      <div
        className="progress-bar-top"
        data-state={isShown ? 'running' : 'idle'}
        role="progressbar"
        aria-label={t('shell:progress')}
        hidden={!isShown}
      />
      <Banners />
    </>
  );
}
