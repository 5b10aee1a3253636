// Loads the offer and renders its children with it; shows the loading and error states, and that nothing can be bought yet.
import { useStore } from '@nanostores/react';
import { useEffect, type ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { $offer, openOffer, type OfferState } from '#stores/credits';
import { CreditsSkeleton } from '#ui/CreditsSkeleton';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';

export type Offer = Extract<OfferState, { state: 'ready' }>;

interface Props {
  /** The page whose skeleton is shown. */
  page: 'packages' | 'order';
  /** The niche's drawing for a failure. */
  lost?: ReactNode;
  children: (offer: Offer) => ReactNode;
}

export function OfferLoader({ page, lost, children }: Props) {
  const offer = useStore($offer);
  useEffect(() => void openOffer(), []);
  if (offer.state === 'loading') return <CreditsSkeleton page={page} label={t('shell:loading')} />;
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
  if (offer.methods.length === 0)
    return (
      <EmptyState heading={t('credits:not_yet_heading')} text={t('credits:not_yet_text')} isPage>
        {lost}
      </EmptyState>
    );
  return children(offer);
}
