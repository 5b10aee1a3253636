// The navigation item for credits, with a badge when the balance is low; for members who have never paid the one for premium.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { balanceTone } from '#domain/badges';
import { currentNavItem, navItems } from '#domain/navigation';
import { t } from '#lib/i18n';
import { announceBars } from '#lib/navigation/bars';
import { linkTo } from '#lib/paths';
import { $user } from '#stores/session';
import { Badge } from '#ui/Badge';
import { Icon } from '#ui/Icon';

interface Props {
  /** The current page's route; the layout updates it on every navigation. */
  route: string;
  bar: 'top' | 'bottom';
}

export function CreditsNavItem({ route, bar }: Props) {
  const user = useStore($user);
  const isPaid = user?.paid_user ?? true;
  const balance = user?.credits ?? 0;
  const item = isPaid ? navItems.credits : navItems.premium;
  const textKey = `shell:nav_${isPaid ? 'credits' : 'premium'}`;
  const known = user ? item.route : null;
  useEffect(() => {
    if (known) announceBars();
  }, [known]);
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
