// Warning banners of the members area: offline, and unconfirmed e-mail address.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { t } from '#lib/i18n';
import { linkTo, routeParameters } from '#lib/paths';
import { $user } from '#stores/session';
import { Notice } from '#ui/Notice';

export function Banners() {
  const user = useStore($user);
  const isOffline = useOffline();
  const isOnConfirmPage = useConfirmPage();
  return (
    <div className="banners" aria-live="polite">
      {isOffline && <Notice tone="warning">{t('errors:offline')}</Notice>}
      {user?.status === 'not_confirmed' && !isOnConfirmPage && (
        <Notice tone="attention">
          {t('shell:banner_unconfirmed')} <a href={linkTo('complete-signup')}>{t('shell:banner_unconfirmed_action')}</a>
        </Notice>
      )}
    </div>
  );
}

const isConfirmPage = (): boolean => routeParameters('complete-signup') !== null;

/** Whether the current page is the confirmation page; the banners persist across navigations. */
function useConfirmPage(): boolean {
  const [isHere, setHere] = useState(isConfirmPage);
  useEffect(() => {
    const update = (): void => setHere(isConfirmPage());
    document.addEventListener('astro:after-swap', update);
    return () => document.removeEventListener('astro:after-swap', update);
  }, []);
  return isHere;
}

function useOffline(): boolean {
  const [isOffline, setOffline] = useState(() => !navigator.onLine);
  useEffect(() => {
    const update = (): void => setOffline(!navigator.onLine);
    addEventListener('online', update);
    addEventListener('offline', update);
    return () => {
      removeEventListener('online', update);
      removeEventListener('offline', update);
    };
  }, []);
  return isOffline;
}
