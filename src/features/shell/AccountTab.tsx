// The account menu in the bottom bar on phones.
import { useStore } from '@nanostores/react';
import { t } from '#lib/i18n';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Avatar } from '#ui/Avatar';
import { Icon } from '#ui/Icon';
import { Menu } from '#ui/Menu';
import { AccountActions } from './AccountActions.tsx';

const OWN_PAGES: readonly string[] = ['profile', 'settings', 'notifications'];

export function AccountTab({ route }: { route: string }) {
  const user = useStore($user);
  const siteSettings = useStore($siteSettings);
  const button = (
    <>
      <Icon name="user" />
      <span>{t('shell:nav_me')}</span>
    </>
  );
  if (!user) return <span className="bottombar-item">{button}</span>;
  const { name, main_image: image } = user.profile;
  return (
    <Menu button={button} buttonClass="bottombar-item" isCurrent={OWN_PAGES.includes(route)}>
      <li className="account-head">
        <Avatar address={image && siteSettings.cdn_prefix + image.match} size="small" />
        <span>{name}</span>
      </li>
      <AccountActions />
    </Menu>
  );
}
