// The transactions route: one payment's result if the address has an id, else the history.
import { useState, type ReactNode } from 'react';
import { t } from '#lib/i18n';
import { routeParameters } from '#lib/paths';
import { CreditsSkeleton } from '#ui/CreditsSkeleton';
import { TransactionHistory } from './TransactionHistory.tsx';
import { PaymentResult } from './PaymentResult.tsx';

interface Props {
  /** The niche's drawing for a failure. */
  lost?: ReactNode;
}

export function Transactions({ lost }: Props) {
  const [address] = useState(() => routeParameters('transactions-id'));
  if (!address) return <CreditsSkeleton page="transactions" label={t('shell:loading')} />;
  const id = address['id'];
  return id ? <PaymentResult id={id} lost={lost} /> : <TransactionHistory />;
}
