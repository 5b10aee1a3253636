// Says that a visitor must log in first, and leads to the login and the signup, which lead back to the profile.
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { mayJoin } from '#stores/visitor';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';

interface Props {
  /** The member that the visitor would like. */
  id: string;
  onClose: () => void;
}

export function LoginRequired({ id, onClose }: Props) {
  const isInvited = mayJoin();
  const wanted = `${linkTo('members-id', { id })}?wanted=like`;
  return (
    <Modal isOpen title={t('shell:login_like')} isSheet onClose={onClose}>
      <p>{t('shell:login_back')}</p>
      <div className="form-actions">
        <Button kind={isInvited ? 'normal' : 'primary'} href={`${linkTo('login')}?to=${encodeURIComponent(wanted)}`}>
          {t('shell:login')}
        </Button>
        {isInvited && (
          <Button kind="primary" href={linkTo('members-id-signup', { id })}>
            {t('shell:title_signup')}
          </Button>
        )}
      </div>
    </Modal>
  );
}
