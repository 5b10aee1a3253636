// The persistent shell of the members area: session, progress bar, banners, toasts, match dialog and notification count.
import { useEffect, useState } from 'react';
import { currentLanguage, loadTexts, t } from '#lib/i18n';
import { isVisitor } from '#lib/page';
import { startSession } from '#stores/session';
import { refreshSettings } from '#stores/settings';
import { visitorSource } from '#stores/visitor';
import { Banners } from './Banners.tsx';
import { watchLanguageLinks } from './language-links.ts';
import { MatchDialog } from './MatchDialog.tsx';
import { watchProgress } from './progress.ts';
import { watchTrackingLinks } from './tracking-links.ts';
import { ToastList } from './ToastList.tsx';
import { watchNotificationCount } from './notification-count.ts';

document.addEventListener('astro:after-swap', () => {
  const before = currentLanguage();
  loadTexts();
  if (currentLanguage() !== before) refreshSettings();
});

export function Shell() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    startSession();
    const stops = [watchProgress(document, setShown), watchNotificationCount(document), watchLanguageLinks(document)];
    if (isVisitor()) stops.push(watchTrackingLinks(document, visitorSource()));
    return () => stops.forEach((stop) => stop());
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
      <ToastList />
      <MatchDialog />
    </>
  );
}
