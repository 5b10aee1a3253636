// The order route: the order of the package in the address.
import { useState, type ReactNode } from 'react';
import { t } from '#lib/i18n';
import { routeParameters, queryOf } from '#lib/paths';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { packagesAddress, PARTNER } from './addresses.ts';
import { OfferLoader } from './OfferLoader.tsx';
import { OrderForm } from './OrderForm.tsx';

const ROUTE = 'credits-id-paymentmethod';

interface Props {
  /** The niche's drawing for a failure. */
  lost?: ReactNode;
}

export function Order({ lost }: Props) {
  const [address] = useState(() => routeParameters(ROUTE));
  const [partner] = useState(() => queryOf(ROUTE)?.[PARTNER] ?? null);
  return (
    <OfferLoader page="order" lost={lost}>
      {(offer) => {
        const chosen = offer.packages.find(({ id }) => id === address?.['id']);
        if (!chosen) return <UnknownPackage partner={partner}>{lost}</UnknownPackage>;
        return (
          <OrderForm
            offer={offer}
            chosen={chosen}
            initialMethod={address?.['paymentmethod'] ?? null}
            partner={partner}
          />
        );
      }}
    </OfferLoader>
  );
}

function UnknownPackage({ partner, children }: { partner: string | null; children: ReactNode }) {
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
      {children}
    </EmptyState>
  );
}
