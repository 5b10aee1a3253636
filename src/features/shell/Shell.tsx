// The persistent shell of the members area: session, progress bar, banners, toasts, dialogs and notification count.
import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#lib/clock';
import { currentLanguage, loadTexts, t } from '#lib/i18n';
import { isVisitor } from '#lib/page';
import { $user, startSession } from '#stores/session';
import { refreshSiteSettings } from '#stores/site-settings';
import { visitorSource } from '#stores/visitor';
import { lazyExtra } from '#ui/LazyPart';
import { watchAutoLike } from './auto-like.ts';
import { watchLanguageLinks } from './language-links.ts';
import { watchProgress } from './progress.ts';
import { watchTrackingLinks } from './tracking-links.ts';
import { Overlays } from './Overlays.tsx';
import { ToastList } from './ToastList.tsx';
import { useActivationReminder } from './use-activation-reminder.ts';
import { useQuickExit } from './use-quick-exit.ts';
import { watchNotificationCount } from './notification-count.ts';

document.addEventListener('astro:after-swap', () => {
  const before = currentLanguage();
  loadTexts();
  if (currentLanguage() !== before) refreshSiteSettings();
});

/** Loaded when the session is. */
const Banners = lazyExtra(
  () => import('./Banners.tsx'),
  (module) => module.Banners,
);
const MemberToasts = lazyExtra(
  () => import('./MemberToasts.tsx'),
  (module) => module.MemberToasts,
);

export function Shell() {
  const isMember = Boolean(useStore($user));
  const reminder = useActivationReminder();
  useQuickExit();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    startSession();
    const stops = [watchProgress(document, setShown), watchNotificationCount(document), watchLanguageLinks(document)];
    if (isVisitor()) stops.push(watchTrackingLinks(document, visitorSource()));
    else stops.push(watchAutoLike(document));
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => {
    // A convenience: without its script there is none.
    const start = (): void =>
      void import('./upkeep.ts').then(({ startUpkeep }) => startUpkeep()).catch(() => undefined);
    if (isMember) whenIdle(start);
  }, [isMember]);
  return (
    <>
      <div
        className="progress-bar-top"
        data-state={isShown ? 'running' : 'idle'}
        role="progressbar"
        aria-label={t('shell:progress')}
        hidden={!isShown}
      />
      {!isVisitor() && (
        <Suspense fallback={<div className="banners" />}>
          <Banners reminder={reminder} />
        </Suspense>
      )}
      <ToastList>
        {isMember && (
          <Suspense>
            <MemberToasts />
          </Suspense>
        )}
      </ToastList>
      <Overlays />
    </>
  );
}
