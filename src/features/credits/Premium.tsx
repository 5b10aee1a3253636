// The premium page: what Premium gives beside what is free, what it does not change, and the way to the packages.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { CHAT, FREE, PREMIUM } from '#domain/limits';
import { t } from '#lib/i18n';
import { queryOf } from '#lib/paths';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';
import { Skeleton } from '#ui/Skeleton';
import { packagesAddress, PARTNER } from './addresses.ts';

export function Premium() {
  const user = useStore($user);
  const [partner] = useState(() => queryOf('premium')?.[PARTNER] ?? null);
  const isPremium = user?.paid_user === true;
  return (
    <div className="narrow stack premium">
      <h1 className="page-heading">{t('premium:heading')}</h1>
      {user ? (
        <>
          {isPremium && <Notice tone="success">{t('credits:paid_premium')}</Notice>}
          <p>{t('premium:lead')}</p>
          <Comparison />
          <p className="note">{t('premium:same')}</p>
          <p>
            <Button kind="primary" href={packagesAddress(partner)}>
              {t(isPremium ? 'credits:buy' : 'credits:to_packages')}
            </Button>
          </p>
        </>
      ) : (
        <div aria-hidden="true">
          <Skeleton size="full" />
          <Skeleton size="long" />
        </div>
      )}
    </div>
  );
}

/** What is the same for both comes first. */
function Comparison() {
  const { message_credits: cost } = useStore($siteSettings);
  const message = t('credits:amount', { count: cost });
  const [yes, no] = [t('premium:included'), t('premium:excluded')];
  const rows = [
    [t('credits:pricing_receive'), yes, yes],
    [t('credits:pricing_message'), message, message],
    [
      t('premium:conversations'),
      t('premium:in_total', { count: FREE.conversations }),
      t('premium:per_day', { count: CHAT.newPerDay }),
    ],
    [t('premium:private_photos'), no, yes],
    [t('credits:repeat'), no, yes],
    [
      t('premium:own_photos'),
      t('premium:up_to', { count: FREE.photos }),
      t('premium:up_to', { count: PREMIUM.photos }),
    ],
  ] as const;
  return (
    <table className="comparison">
      <caption className="visually-hidden">{t('premium:compare')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('premium:free')}</th>
          <th scope="col">{t('premium:premium')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, free, premium]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{free}</td>
            <td>{premium}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
