// The history page: balance, payments and ledger.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $user } from '#stores/session';
import { $ledger, $payments, watchTransactions } from '#stores/transactions';
import { Button } from '#ui/Button';
import { CreditsSkeleton } from '#ui/CreditsSkeleton';
import { Skeleton } from '#ui/Skeleton';
import { Ledger } from './Ledger.tsx';
import { Payments } from './Payments.tsx';

export function TransactionHistory() {
  const user = useStore($user);
  const [payments, ledger] = [useStore($payments), useStore($ledger)];
  useEffect(watchTransactions, []);
  // Both lists appear at once: the later one would move the other.
  if (payments.state === 'loading' || ledger.state === 'loading')
    return <CreditsSkeleton page="transactions" label={t('shell:loading')} />;
  return (
    <>
      <div className="credits-head">
        <h1 className="page-heading">{t('shell:title_transactions-id')}</h1>
      </div>
      <div className="panel balance">
        <p>
          <span className="muted small">{t('credits:your_balance')}</span>
          <b className="display">
            {user ? t('credits:amount', { count: user.credits }) : <Skeleton kind="text" size="half" />}
          </b>
        </p>
        <Button kind="primary" href={linkTo('credits')}>
          {t('credits:buy')}
        </Button>
      </div>
      <div className="halves">
        <Payments />
        <Ledger />
      </div>
    </>
  );
}
