// The list of payments with price and status, each linked to its result page.
import { useStore } from '@nanostores/react';
import type { Payment } from '#contract/credits';
import { errorText, formatDay, formatMoney, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $payments, openTransactions, type PaymentsState } from '#stores/transactions';
import { CardsSkeleton } from '#ui/CreditsSkeleton';
import { ErrorState } from '#ui/ErrorState';
import { Tag } from '#ui/Tag';
import { withdrawalAddress } from './addresses.ts';
import { methodName } from './payment-methods.ts';
import { statusName, toneOf } from './payment-status.ts';

export function Payments() {
  const shown = useStore($payments);
  return (
    <section className="stack" aria-busy={shown.state === 'loading'}>
      <h2>{t('credits:bought')}</h2>
      <Content shown={shown} />
    </section>
  );
}

function Content({ shown }: { shown: PaymentsState }) {
  if (shown.state === 'loading') return <CardsSkeleton count={3} />;
  if (shown.state === 'failed')
    return <ErrorState heading={t('credits:history_failed')} text={errorText(shown.code)} onRetry={openTransactions} />;
  if (shown.payments.length === 0) return <p className="muted">{t('credits:bought_empty')}</p>;
  return (
    <ul className="entries">
      {shown.payments.map((payment) => (
        <PaymentRow key={payment.payment_id} payment={payment} />
      ))}
    </ul>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { payment_id: id, credits, payment_method: method, created, price, status, withdraw_until: until } = payment;
  return (
    <li>
      <a className="entry" href={linkTo('transactions-id', { id })}>
        <b>{t('credits:amount', { count: credits })}</b>
        <b className="entry-side">{formatMoney(price)}</b>
        <span className="muted small">
          {methodName(method)} · {formatDay(created)}
        </span>
        <span className="entry-side">
          <Tag tone={toneOf(status)}>{statusName(payment)}</Tag>
        </span>
      </a>
      {until && (
        <a className="entry-action small" href={withdrawalAddress(id)}>
          {t('credits:withdraw_here')}
        </a>
      )}
    </li>
  );
}
