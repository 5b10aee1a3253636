// The details of a payment, for the member's records and for support.
import type { Payment } from '#contract/credits';
import { countryName, formatDay, formatMoney, formatNumber, t } from '#lib/i18n';
import { includedVat } from '#domain/prices';
import { correctionOf, invoiceOf } from '#stores/payment';
import { Button } from '#ui/Button';
import { PriceBreakdown } from '#ui/PriceBreakdown';
import { cardName, methodName } from './payment-methods.ts';

export function PaymentDetails({ payment }: { payment: Payment }) {
  const { price, returned, vat, discount_code: code } = payment;
  const [invoice, correction] = [invoiceOf(payment), correctionOf(payment)];
  const tax = formatMoney({ ...price, amount: includedVat(price.amount, vat) });
  return (
    <section className="panel stack">
      <h2>{t('credits:details')}</h2>
      <PriceBreakdown
        sums={[
          { label: t('credits:amount', { count: payment.credits }), value: formatMoney(price) },
          ...(vat > 0
            ? [{ label: t('credits:vat', { rate: formatNumber(vat) }), value: tax, tone: 'quiet' as const }]
            : []),
          ...(returned.amount > 0
            ? [{ label: t('credits:detail_returned'), value: formatMoney(returned), tone: 'quiet' as const }]
            : []),
          {
            label: t('credits:detail_method'),
            value: payment.card ? cardName(payment.card) : methodName(payment.payment_method),
            tone: 'quiet',
          },
          { label: t('credits:detail_country'), value: countryName(payment.payment_country), tone: 'quiet' },
          ...(code ? [{ label: t('credits:detail_code'), value: code, tone: 'quiet' as const }] : []),
          { label: t('credits:detail_date'), value: formatDay(payment.created), tone: 'quiet' },
          { label: t('credits:detail_id'), value: payment.payment_id, tone: 'quiet' },
        ]}
      />
      {invoice !== null && (
        <div className="form-actions">
          <Button icon="download" href={invoice} isDownload>
            {t('credits:invoice')}
          </Button>
          {correction !== null && (
            <Button icon="download" href={correction} isDownload>
              {t('credits:correction')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
