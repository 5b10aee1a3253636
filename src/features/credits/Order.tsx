// The order overview of the package in the address: how to pay, what it comes to, and the button that orders.
import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { parametersOf, queryOf } from '#lib/paths';
import { $offer, openOffer } from '#stores/credits';
import { Button } from '#ui/Button';
import { CreditsSkeleton } from '#ui/CreditsSkeleton';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { packagesAddress, PARTNER } from './addresses.ts';
import { OrderForm } from './OrderForm.tsx';

const ROUTE = 'credits-id-paymentmethod';

interface Props {
  /** The niche's drawing for what is not there. */
  lost?: ReactNode;
}

export function Order({ lost }: Props) {
  const offer = useStore($offer);
  const [address] = useState(() => parametersOf(ROUTE));
  const [partner] = useState(() => queryOf(ROUTE)?.[PARTNER] ?? null);
  useEffect(() => void openOffer(), []);
  if (offer.state === 'loading') return <CreditsSkeleton page="order" label={t('shell:loading')} />;
  if (offer.state === 'failed')
    return (
      <ErrorState
        heading={t('credits:packages_failed')}
        text={errorText(offer.code)}
        isPage
        onRetry={() => void openOffer()}
      >
        {lost}
      </ErrorState>
    );
  const chosen = offer.packages.find(({ id }) => id === address?.['id']);
  if (!chosen)
    return (
      <EmptyState
        heading={t('credits:unknown_heading')}
        text={t('credits:unknown_text')}
        isPage
        action={
          <Button kind="primary" href={packagesAddress(partner)}>
            {t('credits:to_packages')}
          </Button>
        }
      >
        {lost}
      </EmptyState>
    );
  return <OrderForm offer={offer} chosen={chosen} wish={address?.['paymentmethod'] ?? null} partner={partner} />;
}
