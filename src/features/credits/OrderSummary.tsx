// The order summary with the right of withdrawal and, directly below it, the button that orders with obligation to pay (decisions B10).
import type { Package } from '#contract/credits';
import { errorText, formatMoney, formatNumber, t } from '#lib/i18n';
import { includedVat } from '#stores/credits';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { Notice } from '#ui/Notice';
import { PriceBreakdown } from '#ui/PriceBreakdown';
import { methodName } from './payment-methods.ts';

interface Props {
  chosen: Package;
  method: string | undefined;
  /** VAT included in the price, in per cent. */
  vat: number;
  /** The withdrawal period. */
  days: number;
  isBusy: boolean;
  /** The error code of the last attempt. */
  code: string | null;
  onOrder: () => void;
}

/** Errors that a retry cannot fix, or whose text already says what to do. */
const NO_RETRY_HINT = new Set(['unknown_package', 'unknown_method', 'too_many_requests', 'provider_down']);

export function OrderSummary({ chosen, method, vat, days, isBusy, code, onOrder }: Props) {
  const { price, unit, credits } = chosen;
  const total = formatMoney(price);
  const tax = formatMoney({ ...price, amount: includedVat(price.amount, vat) });
  return (
    <aside className="panel panel-sticky stack">
      <PriceBreakdown
        sums={[
          { label: t('credits:amount', { count: credits }), value: total },
          { label: t('credits:unit_price'), value: formatMoney(unit), tone: 'quiet' },
          ...(method ? [{ label: t('credits:detail_method'), value: methodName(method), tone: 'quiet' as const }] : []),
          ...(vat > 0
            ? [{ label: t('credits:vat', { rate: formatNumber(vat) }), value: tax, tone: 'quiet' as const }]
            : []),
          { label: t('credits:total', { currency: price.currency }), value: total, tone: 'total' },
        ]}
      />
      <p className="note">
        {days > 0 && t('credits:withdrawal', { count: days })} {t('credits:once')}
      </p>
      {code && (
        <Notice tone="danger">
          {errorText(code)} {!NO_RETRY_HINT.has(code) && t('credits:again')}
        </Notice>
      )}
      <Button kind="primary" isBlock isBusy={isBusy} isDisabled={!method} onClick={onOrder}>
        {t('credits:order', { price: total })}
      </Button>
      <p className="note secure" role="status">
        <Icon name="lock" />
        {t(isBusy ? 'credits:ordering' : 'credits:secure')}
      </p>
    </aside>
  );
}
