// The way to credits for those who have paid, with the balance when it is low; for the others the way to premium.
import { useStore } from '@nanostores/react';
import { balanceTone } from '#domain/badges';
import { currentNavItem, navItems } from '#domain/navigation';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $user } from '#stores/session';
import { Badge } from '#ui/Badge';
import { Icon } from '#ui/Icon';

interface Props {
  /** The page's route, which the layout tells anew on every page. */
  route: string;
  bar: 'top' | 'bottom';
}

export function CreditsNavItem({ route, bar }: Props) {
  const user = useStore($user);
  const isPaid = user?.paid_user ?? true;
  const balance = user?.credits ?? 0;
  const item = isPaid ? navItems.credits : navItems.premium;
  const textKey = `shell:nav_${isPaid ? 'credits' : 'premium'}`;
  const tone = user?.paid_user ? balanceTone(user.credits) : null;
  return (
    <a
      href={linkTo(item.route)}
      aria-current={currentNavItem(item, route)}
      className={user ? undefined : 'nav-pending'}
    >
      <span className="nav-icon">
        <Icon name={isPaid ? 'coins' : 'crown'} />
        {tone && <Badge count={balance} tone={tone} label={t('shell:badge_credits', { count: balance })} />}
      </span>
      {bar === 'top' && <span className="nav-text nav-text-long">{t(textKey)}</span>}
      <span className="nav-text nav-text-short">{t(`${textKey}_short`)}</span>
    </a>
  );
}
