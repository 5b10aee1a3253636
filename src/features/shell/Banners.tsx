// Warning banners of the members area: no connection, and an e-mail address not yet confirmed.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { t } from '#lib/i18n';
import { $user } from '#stores/session';
import { Notice } from '#ui/Notice';

export function Banners() {
  const user = useStore($user);
  const isOffline = useOffline();
  return (
    <div className="banners" aria-live="polite">
      {isOffline && <Notice tone="warning">{t('errors:offline')}</Notice>}
      {user?.status === 'not_confirmed' && <Notice tone="attention">{t('shell:banner_unconfirmed')}</Notice>}
    </div>
  );
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
