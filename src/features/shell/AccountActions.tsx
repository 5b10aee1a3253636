// The entries of the account menu, in the top bar and on phones.
import { useStore } from '@nanostores/react';
import { hasScreen } from '#domain/routes';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $logout, logout } from '#stores/session';
import { Icon, type IconName } from '#ui/Icon';

const PAGES: readonly { readonly route: string; readonly icon: IconName }[] = [
  { route: 'profile', icon: 'user' },
  { route: 'settings', icon: 'settings' },
];

export function AccountActions() {
  const leaving = useStore($logout);
  const isLeaving = leaving.state === 'sending';
  return (
    <>
      {PAGES.filter(({ route }) => hasScreen(route)).map(({ route, icon }) => (
        <li key={route}>
          <a href={linkTo(route)}>
            <Icon name={icon} />
            <span>{t(`shell:account_${route}`)}</span>
          </a>
        </li>
      ))}
      <li>
        <button type="button" aria-disabled={isLeaving || undefined} onClick={() => void logout()}>
          <Icon name="logout" />
          <span>{t('shell:logout')}</span>
        </button>
      </li>
      {leaving.state === 'failed' && (
        <li className="field-error" role="alert">
          {t('shell:logout_failed')}
        </li>
      )}
    </>
  );
}
