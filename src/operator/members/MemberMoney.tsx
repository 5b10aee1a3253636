// A member's payments, each of which can be refunded, and the entries of the ledger.
import type { Staff } from '#contract/staff';
import { mayCall } from '#domain/staff';
import { formatMoney, formatNumber, t } from '#lib/i18n';
import { ask } from '../asked.ts';
import { codeText, momentText } from '../codes.ts';
import { reasonField } from '../form-field.ts';
import { Table } from '../Table.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import type { Member } from './MemberView.tsx';

type Payment = Member['payments'][number];

interface Props {
  staff: Staff;
  brand: string;
  payments: readonly Payment[];
  onDone: (said: string) => void;
}

export function Payments({ staff, brand, payments, onDone }: Props) {
  const canRefund = mayCall('payments.refund', staff.role);
  const heads = ['payment_at', 'status', 'method', 'amount', 'credits', 'given_back', ...(canRefund ? ['refund'] : [])];
  return (
    <Table
      caption={t('console:payments')}
      empty={t('console:no_payments')}
      heads={heads.map((each) => t(`console:${each}`))}
      rows={payments.map((payment) => [
        momentText(payment.created_at),
        codeText(payment.status),
        codeText(payment.method),
        formatMoney(payment),
        formatNumber(payment.credits),
        formatMoney({ amount: payment.refunded + payment.charged_back, currency: payment.currency }),
        ...(canRefund ? [payment.status === 'paid' && <Refund key="refund" {...{ brand, payment, onDone }} />] : []),
      ])}
    />
  );
}

function Refund({ brand, payment, onDone }: Pick<Props, 'brand' | 'onDone'> & { payment: Payment }) {
  return (
    <ActionDialog
      form={`refund ${brand} ${payment.id}`}
      {...{ label: t('console:refund'), title: t('console:refund_title', { amount: formatMoney(payment) }), onDone }}
      fields={() => [reasonField()]}
      send={async ({ reason = '' }, once) => {
        const { credits, ...money } = await ask('payments.refund', { brand, id: payment.id, reason }, once);
        return t('console:refund_said', { amount: formatMoney(money), credits: formatNumber(credits) });
      }}
    />
  );
}

export function Ledger({ entries }: { entries: Member['ledger'] }) {
  return (
    <Table
      caption={t('console:ledger')}
      empty={t('console:no_ledger')}
      heads={['entry_at', 'entry_kind', 'credits', 'balance'].map((each) => t(`console:${each}`))}
      rows={entries.map(({ at, kind, credits, balance }) => [
        momentText(at),
        codeText(kind),
        formatNumber(credits),
        formatNumber(balance),
      ])}
    />
  );
}
