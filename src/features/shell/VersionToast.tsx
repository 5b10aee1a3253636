// Says that the site has changed since this page was loaded. It does not load by itself: not every form keeps what is typed.
import { useEffect, useState } from 'react';
import { now } from '#lib/clock';
import { t } from '#lib/i18n';
import { reloadPage } from '#lib/restored';
import { isOutdated } from '#lib/version';
import { onPageVisible } from '#lib/visibility';
import { onLiveOpen } from '#stores/live';
import { Button } from '#ui/Button';
import { Toast } from '#ui/Toast';

/** A check loads a page, so further ones wait. */
const PAUSE_MS = 10 * 60_000;

export function VersionToast() {
  const [isShown, setShown] = useState(false);
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    let last = 0;
    const check = (): void => {
      if (now().getTime() - last < PAUSE_MS) return;
      last = now().getTime();
      void isOutdated().then((isNew) => isNew && setShown(true));
    };
    // On the return to a tab, and after the server was away.
    const stops = [onPageVisible(check), onLiveOpen(check)];
    return () => stops.forEach((stop) => stop());
  }, []);
  if (!isShown || isClosed) return null;
  return (
    <Toast tone="success" onClose={() => setClosed(true)}>
      <span>{t('shell:new_version')}</span>{' '}
      <Button kind="line" onClick={reloadPage}>
        {t('shell:new_version_action')}
      </Button>
    </Toast>
  );
}
