// The packages page: choose a package and continue to the order.
import { useStore } from '@nanostores/react';
import { useState, type ReactNode } from 'react';
import type { Package } from '#contract/credits';
import { t } from '#lib/i18n';
import { linkTo, queryOf } from '#lib/paths';
import { packageFor } from '#stores/credits';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Notice } from '#ui/Notice';
import { Skeleton } from '#ui/Skeleton';
import { chatAddress, PARTNER } from './addresses.ts';
import { OfferLoader } from './OfferLoader.tsx';
import { PackageChoice } from './PackageChoice.tsx';
import { PackagePanel } from './PackagePanel.tsx';

interface Props {
  /** The niche's drawing for a failure. */
  lost?: ReactNode;
}

export function Packages({ lost }: Props) {
  return (
    <OfferLoader page="packages" lost={lost}>
      {({ packages }) => <PackagePicker packages={packages} />}
    </OfferLoader>
  );
}

function PackagePicker({ packages }: { packages: readonly Package[] }) {
  const user = useStore($user);
  const { message_credits: cost } = useStore($siteSettings);
  const [partner] = useState(() => queryOf('credits')?.[PARTNER] ?? null);
  const [chosen, choose] = useState<string | null>(null);
  const balance = user?.credits ?? 0;
  const suggested = packageFor(packages, Math.max(1, cost - balance));
  const current = packages.find(({ id }) => id === chosen) ?? suggested;
  return (
    <>
      <div className="credits-head">
        <h1 className="page-heading">{t('credits:heading')}</h1>
        <p className="muted">{user ? t('credits:balance', { count: balance }) : <Skeleton size="long" />}</p>
      </div>
      {partner && <DraftNotice partner={partner} />}
      <p className="muted credits-costs">{t('credits:costs', { credits: t('credits:amount', { count: cost }) })}</p>
      <div className="beside">
        <div className="stack">
          <PackageChoice
            packages={packages}
            current={current}
            covering={partner ? suggested : undefined}
            onChoose={choose}
          />
          {user?.paid_user && (
            <p>
              <a href={linkTo('credits-repeat-order')}>{t('credits:repeat')}</a>
            </p>
          )}
          {user?.paid_user === false && <p className="note">{t('credits:first')}</p>}
          <p className="note">
            <span>{t('credits:once')}</span> <a href={linkTo('transactions-id')}>{t('shell:title_transactions-id')}</a>
          </p>
        </div>
        {current && <PackagePanel chosen={current} balance={balance} cost={cost} partner={partner} />}
      </div>
    </>
  );
}

function DraftNotice({ partner }: { partner: string }) {
  return (
    <Notice>
      <b>{t('credits:draft_kept')}</b> <span>{t('credits:draft_back')}</span>{' '}
      <a href={chatAddress(partner)}>{t('credits:to_chat')}</a>
    </Notice>
  );
}
