// The page of direct debit: first the details and the mandate, then the code, which orders (requirements CR48–CR51).
import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import type { Package } from '#contract/credits';
import { errorText, t } from '#lib/i18n';
import { linkTo, queryOf } from '#lib/paths';
import { withDiscount } from '#stores/discounts';
import { $debit, createDebit } from '#stores/debit';
import { Button } from '#ui/Button';
import { CreditsSkeleton } from '#ui/CreditsSkeleton';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { PARTNER } from './addresses.ts';
import { DebitCode } from './DebitCode.tsx';
import { DebitForm } from './DebitForm.tsx';
import { OfferLoader, type Offer } from './OfferLoader.tsx';
import { AtBank, OpenDebit } from './OpenDebit.tsx';
import { UnknownPackage } from './UnknownPackage.tsx';

interface Props {
  /** The niche's drawing for a failure. */
  lost?: ReactNode;
}

export function DirectDebit({ lost }: Props) {
  const [query] = useState(() => queryOf('directdebit') ?? {});
  const partner = query[PARTNER] ?? null;
  return (
    <OfferLoader page="order" lost={lost}>
      {(offer) => {
        const packages = offer.tryout ? [...offer.packages, offer.tryout] : offer.packages;
        const chosen = packages.find(({ id }) => id === query['package']);
        if (!chosen) return <UnknownPackage partner={partner}>{lost}</UnknownPackage>;
        return <Loaded offer={offer} chosen={chosen} code={query['code'] ?? null} partner={partner} lost={lost} />;
      }}
    </OfferLoader>
  );
}

interface Chosen {
  offer: Offer;
  chosen: Package;
  partner: string | null;
}

function Loaded({ offer, chosen, code, partner, lost }: Chosen & { code: string | null; lost: ReactNode }) {
  const debit = useStore($debit);
  const load = (): void => void $debit.open({ package: chosen.id, code });
  useEffect(load, [chosen.id, code]);
  if (debit.state === 'loading') return <CreditsSkeleton page="order" label={t('shell:loading')} />;
  const problem = debit.state === 'failed' ? debit.code : debit.problem;
  if (debit.state === 'failed' && problem !== 'unknown_method')
    return (
      <ErrorState heading={t('debit:failed')} text={errorText(debit.code)} isPage onRetry={load}>
        {lost}
      </ErrorState>
    );
  if (debit.state === 'failed' || problem !== null)
    return (
      <>
        {debit.state === 'ready' && debit.at_bank && <AtBank payment={debit.at_bank} />}
        <EmptyState
          heading={t('debit:not_now')}
          text={errorText(problem ?? 'unknown_method')}
          isPage
          action={
            <Button kind="primary" href={linkTo('credits-id-paymentmethod', { id: chosen.id })}>
              {t('debit:other')}
            </Button>
          }
        >
          {lost}
        </EmptyState>
      </>
    );
  return <Steps offer={offer} chosen={chosen} partner={partner} />;
}

function Steps({ offer, chosen, partner }: Chosen) {
  const [debit] = useState(createDebit);
  const pending = useStore(debit.$pending);
  const [typed, setTyped] = useState(() => ({
    ...{ holder: '', iban: '', street: '', postcode: '', city: '', phone: '' },
    ...{ country: offer.country, consent: false },
  }));
  const [isEditing, setEditing] = useState(false);
  const shown = useStore($debit);
  if (shown.state !== 'ready') return null;
  const total = withDiscount(chosen, shown.discount);
  const open = isEditing ? null : shown.pending;
  if (!pending && open) return <OpenDebit debit={debit} pending={open} />;
  if (!pending)
    return (
      <>
        {shown.at_bank && <AtBank payment={shown.at_bank} />}
        <DebitForm debit={debit} mandate={shown} total={total} typed={typed} onType={setTyped} />
      </>
    );
  return (
    <DebitCode
      debit={debit}
      pending={pending}
      offer={offer}
      chosen={chosen}
      total={total}
      code={shown.discount}
      partner={partner}
      onAgain={typed.iban === '' ? null : () => void debit.begin.submit(typed)}
      onEdit={() => {
        setEditing(true);
        debit.edit();
      }}
    />
  );
}
