// The order route: the order of the package in the address.
import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import { t } from '#lib/i18n';
import { routeParameters, queryOf } from '#lib/paths';
import { $codes } from '#stores/discounts';
import { CreditsSkeleton } from '#ui/CreditsSkeleton';
import { PARTNER } from './addresses.ts';
import { OfferLoader } from './OfferLoader.tsx';
import { OrderForm } from './OrderForm.tsx';
import { UnknownPackage } from './UnknownPackage.tsx';

const ROUTE = 'credits-id-paymentmethod';

interface Props {
  /** The niche's drawing for a failure. */
  lost?: ReactNode;
}

export function Order({ lost }: Props) {
  const [address] = useState(() => routeParameters(ROUTE));
  const [partner] = useState(() => queryOf(ROUTE)?.[PARTNER] ?? null);
  const codes = useStore($codes);
  useEffect(() => void $codes.reload(), []);
  return (
    <OfferLoader page="order" lost={lost}>
      {(offer) => {
        const packages = offer.tryout ? [...offer.packages, offer.tryout] : offer.packages;
        const chosen = packages.find(({ id }) => id === address?.['id']);
        if (!chosen) return <UnknownPackage partner={partner}>{lost}</UnknownPackage>;
        if (codes.state !== 'ready') return <CreditsSkeleton page="order" label={t('shell:loading')} />;
        return (
          <OrderForm
            offer={offer}
            codes={codes.codes}
            chosen={chosen}
            initialMethod={address?.['paymentmethod'] ?? null}
            partner={partner}
          />
        );
      }}
    </OfferLoader>
  );
}
