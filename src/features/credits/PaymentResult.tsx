// The result page of a payment, updated while it is pending.
import { useStore } from '@nanostores/react';
import { useLayoutEffect, type ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $payment, loadPayment, watchPayment } from '#stores/payment';
import { Button } from '#ui/Button';
import { CreditsSkeleton } from '#ui/CreditsSkeleton';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { PaymentDetails } from './PaymentDetails.tsx';
import { PaymentOutcome } from './PaymentOutcome.tsx';
import { WithdrawalPanel } from './WithdrawalPanel.tsx';

export function PaymentResult({ id, lost }: { id: string; lost: ReactNode }) {
  const shown = useStore($payment);
  // Before the first paint, which would otherwise show the previous payment.
  useLayoutEffect(() => watchPayment(id), [id]);
  const toAll = (
    <Button kind="line" href={linkTo('transactions-id')}>
      {t('credits:all_payments')}
    </Button>
  );
  switch (shown.state) {
    case 'loading':
      return <CreditsSkeleton page="transactions" label={t('shell:loading')} />;
    case 'gone':
      return (
        <EmptyState heading={t('credits:payment_gone')} text={t('credits:payment_gone_text')} isPage action={toAll}>
          {lost}
        </EmptyState>
      );
    case 'failed':
      return (
        <ErrorState
          heading={t('credits:payment_failed')}
          text={errorText(shown.code)}
          isPage
          onRetry={() => void loadPayment()}
        >
          {lost}
        </ErrorState>
      );
    case 'ready':
      return (
        <div className="narrow payment-result">
          <PaymentOutcome payment={shown.payment} />
          <PaymentDetails payment={shown.payment} />
          <WithdrawalPanel payment={shown.payment} />
          {toAll}
        </div>
      );
  }
}
