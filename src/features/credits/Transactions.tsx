// One payment's result when the address names one; else everything bought and where the credits went.
import { useState, type ReactNode } from 'react';
import { t } from '#lib/i18n';
import { routeParameters } from '#lib/paths';
import { CreditsSkeleton } from '#ui/CreditsSkeleton';
import { TransactionHistory } from './TransactionHistory.tsx';
import { PaymentResult } from './PaymentResult.tsx';

interface Props {
  /** The niche's drawing for what is not there. */
  lost?: ReactNode;
}

export function Transactions({ lost }: Props) {
  const [address] = useState(() => routeParameters('transactions-id'));
  if (!address) return <CreditsSkeleton page="transactions" label={t('shell:loading')} />;
  const id = address['id'];
  return id ? <PaymentResult id={id} lost={lost} /> : <TransactionHistory />;
}
