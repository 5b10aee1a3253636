// What surrounds every page of the console: where one can go, who one is, and the way out.
import type { Staff } from '#contract/staff';
import { mayCall } from '#domain/staff';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import type { Elements } from '#ui/LoneText';
import { Notice } from '#ui/Notice';
import { ask, failureText, useSending } from './asked.ts';
import { ConsoleLink } from './ConsoleLink.tsx';
import { type Page, pathTo } from './route.ts';

interface Props {
  staff: Staff;
  page: Page;
  children: Elements;
  onLeave: () => void;
}

export function Frame({ staff, page, children, onLeave }: Props) {
  const { isBusy, error, send } = useSending();
  const leave = async (): Promise<void> => {
    if (await send(async () => void (await ask('session.logout', {})))) onLeave();
  };
  const pages: readonly Page[] = [
    'inbox',
    'members',
    ...(mayCall('fictional.list', staff.role) ? ['fictional' as const] : []),
    ...(mayCall('words.list', staff.role) ? ['words' as const] : []),
    ...(mayCall('figures.read', staff.role) ? ['figures' as const] : []),
  ];
  return (
    <>
      <a className="skip-link" href="#page">
        {t('shell:skip')}
      </a>
      <header className="console-bar">
        <p className="console-name">{t('console:title')}</p>
        <nav aria-label={t('shell:menu')}>
          {pages.map((each) => (
            <ConsoleLink key={each} to={pathTo(each)} isCurrent={each === page}>
              {t(`console:nav_${each}`)}
            </ConsoleLink>
          ))}
        </nav>
        <p className="console-who">
          <span>{staff.name}</span> <span className="note">{t(`console:role_${staff.role}`)}</span>
        </p>
        <Button kind="line" icon="logout" isBusy={isBusy} onClick={() => void leave()}>
          {t('console:log_out')}
        </Button>
      </header>
      <main id="page" className="console-page" tabIndex={-1}>
        {error !== null && <Notice tone="danger">{failureText(error)}</Notice>}
        {children}
      </main>
    </>
  );
}
