// The second step of direct debit: the code of the text message, and the order right below its summary.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Package } from '#contract/credits';
import type { PendingMandate } from '#contract/debit';
import type { DiscountCode } from '#contract/discounts';
import { DEBIT, isCode, readCode } from '#domain/debit';
import { errorText, t } from '#lib/i18n';
import type { Debit } from '#stores/debit';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { Notice } from '#ui/Notice';
import type { Offer } from './OfferLoader.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { useCheckout } from './use-checkout.ts';

interface Props {
  debit: Debit;
  pending: PendingMandate;
  offer: Offer;
  chosen: Package;
  /** The package at the price to pay. */
  total: Package;
  code: DiscountCode | null;
  partner: string | null;
  /** Has another code sent; null where the details are not typed any more. */
  onAgain: (() => void) | null;
  /** Back to the details. */
  onEdit: () => void;
}

export function DebitCode({ debit, pending, offer, chosen, total, code: discount, partner, ...again }: Props) {
  const { order, refusal, isBusy } = useCheckout(() => debit.confirm);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const confirm = (): void => {
    const code = readCode(typed);
    setMissing(!isCode(code));
    if (!isCode(code) || isBusy) return;
    const discount_code = discount?.code ?? null;
    void order.submit({ code, package: chosen.id, amount: total.price.amount, discount_code, partner });
  };
  const isWrong = refusal === 'debit_code';
  const error = isMissing ? t('debit:code_missing') : isWrong ? errorText('debit_code') : null;
  return (
    <>
      <h1 className="page-heading">{t('debit:code_heading')}</h1>
      <div className="beside">
        <div className="stack">
          <p role="status">{t('debit:code_text', { phone: pending.phone, minutes: DEBIT.codeMinutes })}</p>
          <Field
            name="code"
            label={t('debit:code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={9}
            required
            autoFocus
            value={typed}
            error={error}
            onChange={setTyped}
          />
          <Again debit={debit} {...again} />
        </div>
        <OrderSummary
          chosen={chosen}
          total={total}
          code={discount}
          method={`${t('credits:method_sdd')} •••• ${pending.last_four}`}
          note={t('debit:debited')}
          country={offer.country}
          vat={offer.vat}
          days={offer.refund_days}
          isBusy={isBusy}
          refusal={refusal}
          onOrder={confirm}
        />
      </div>
    </>
  );
}

function Again({ debit, onAgain, onEdit }: Pick<Props, 'debit' | 'onAgain' | 'onEdit'>) {
  const state = useStore(debit.begin);
  const [isSent, setSent] = useState(false);
  return (
    <>
      <div className="form-actions">
        {onAgain && (
          <Button
            kind="line"
            isBusy={state.state === 'sending'}
            onClick={() => {
              setSent(true);
              onAgain();
            }}
          >
            {t('debit:code_again')}
          </Button>
        )}
        <Button kind="quiet" onClick={onEdit}>
          {t('debit:edit')}
        </Button>
      </div>
      <p role="status">{isSent && state.state === 'done' && t('debit:code_sent')}</p>
      {state.state === 'failed' && (
        <Notice tone="danger">{errorText(state.code, { seconds: state.seconds ?? 0 })}</Notice>
      )}
    </>
  );
}
