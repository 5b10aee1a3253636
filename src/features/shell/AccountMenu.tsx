// The account menu in the top bar; for visitors the login link.
import { useStore } from '@nanostores/react';
import { t } from '#lib/i18n';
import { isVisitor } from '#lib/page';
import { linkTo } from '#lib/paths';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Avatar } from '#ui/Avatar';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { Menu } from '#ui/Menu';
import { AccountActions } from './AccountActions.tsx';

export function AccountMenu() {
  const user = useStore($user);
  const siteSettings = useStore($siteSettings);
  if (user === null) return isVisitor() ? <LoginLink /> : null;
  if (user === undefined) return <span className="account-skeleton skeleton" aria-hidden="true" />;
  const { name, main_image: image } = user.profile;
  const button = (
    <>
      <Avatar address={image && siteSettings.cdn_prefix + image.match} size="small" />
      <span className="account-name">{name}</span>
      <Icon name="down" />
    </>
  );
  return (
    <div className="only-wide">
      <Menu label={t('shell:account')} button={button} buttonClass="account">
        <AccountActions />
      </Menu>
    </div>
  );
}

function LoginLink() {
  return (
    <Button kind="line" href={linkTo('login')}>
      {t('shell:login')}
    </Button>
  );
}
