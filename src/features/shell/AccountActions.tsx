// The entries of the account menu, in the top bar and on phones.
import { useStore } from '@nanostores/react';
import { t } from '#lib/i18n';
import { $logout, logout } from '#stores/session';
import { Icon } from '#ui/Icon';

export function AccountActions() {
  const leaving = useStore($logout);
  const isLeaving = leaving.state === 'sending';
  return (
    <>
      <li>
        <button type="button" aria-disabled={isLeaving || undefined} onClick={() => void logout()}>
          <Icon name="logout" />
          {t('shell:logout')}
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
