// The order summary with the right of withdrawal and, directly below it, the button that orders with obligation to pay (decisions B10).
import type { Package } from '#contract/credits';
import type { DiscountCode } from '#contract/discounts';
import { isOrderRefusal } from '#domain/order-refusal';
import { includedVat, namesObligation } from '#domain/prices';
import { errorText, formatMoney, formatNumber, formatPercent, t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { Notice } from '#ui/Notice';
import { PriceBreakdown, type PriceLine } from '#ui/PriceBreakdown';
import { CancelOrders } from './CancelOrders.tsx';
import { SpendingNote } from './SpendingNote.tsx';

interface Props {
  /** The package at its full price. */
  chosen: Package;
  /** The package at the price to pay. */
  total: Package;
  code: DiscountCode | null;
  /** The method in words. */
  method: string | undefined;
  /** What happens next; by default, that one pays on the provider's page. */
  note?: string;
  /** Where the order goes on, with what its button says, when it is not placed here. */
  next?: { readonly href: string; readonly action: string } | null;
  /** The member's country. */
  country: string;
  /** VAT included in the price, in per cent. */
  vat: number;
  /** The withdrawal period. */
  days: number;
  isBusy: boolean;
  /** The error code of the last attempt. */
  refusal: string | null;
  onOrder: () => void;
}

/** Errors that a retry cannot fix, or whose text already says what to do. */
const NO_RETRY_HINT = new Set([
  'unknown_package',
  'unknown_method',
  'too_many_requests',
  'provider_down',
  'price_changed',
  'debit_code',
  'debit_limit',
  'debit_blocked',
  'debit_unconfirmed',
  'order_unresolved',
  'repeat_limit',
]);
const mayRetry = (code: string): boolean => !NO_RETRY_HINT.has(code) && !isOrderRefusal(code);

export function OrderSummary(props: Props) {
  const { total, method, note, next = null, country, days, isBusy, refusal, onOrder } = props;
  const { price } = total;
  const sum = formatMoney(price);
  return (
    <aside className="panel panel-sticky stack">
      <PriceBreakdown sums={sumsOf(props)} />
      <p className="note">
        {days > 0 && <span>{`${t('credits:withdrawal', { count: days })} ${t('credits:immediate')}`}</span>}{' '}
        <span>{t('credits:once')}</span>
      </p>
      {refusal && (
        <Notice tone="danger">
          <span>{errorText(refusal)}</span> {mayRetry(refusal) && <span>{t('credits:again')}</span>}
        </Notice>
      )}
      {next ? (
        <Button kind="primary" isBlock href={next.href}>
          {next.action}
        </Button>
      ) : (
        <Button kind="primary" isBlock isBusy={isBusy} isDisabled={!method} onClick={onOrder}>
          {namesObligation(country) ? t('credits:order') : t('credits:pay_now', { price: sum })}
        </Button>
      )}
      <p className="note secure" role="status">
        <Icon name="lock" />
        <span>{isBusy ? t('credits:ordering') : (note ?? t('credits:secure'))}</span>
      </p>
      <SpendingNote amount={price.amount} />
      <CancelOrders />
    </aside>
  );
}

function sumsOf({ chosen, total: { price, unit, credits }, code, method, vat }: Props): readonly PriceLine[] {
  const off = formatMoney({ ...price, amount: price.amount - chosen.price.amount });
  const tax = formatMoney({ ...price, amount: includedVat(price.amount, vat) });
  return [
    { label: t('credits:amount', { count: credits }), value: formatMoney(chosen.price) },
    ...(code ? [{ label: discountLabel(code), value: off }] : []),
    ...(code && chosen.lowest
      ? [{ label: t('credits:lowest_price'), value: formatMoney(chosen.lowest), tone: 'quiet' as const }]
      : []),
    { label: t('credits:unit_price'), value: formatMoney(unit), tone: 'quiet' },
    ...(method ? [{ label: t('credits:detail_method'), value: method, tone: 'quiet' as const }] : []),
    ...(vat > 0 ? [{ label: t('credits:vat', { rate: formatNumber(vat) }), value: tax, tone: 'quiet' as const }] : []),
    { label: t('credits:total', { currency: price.currency }), value: formatMoney(price), tone: 'total' },
  ];
}

const discountLabel = ({ code, value_percentage: percentage }: DiscountCode): string =>
  t('credits:discount_line', { code, percent: formatPercent(percentage) });
