// The order page: method, summary, right of withdrawal and order button, in this order and adjacent (decisions B10).
import { useEffect, useState } from 'react';
import type { Package } from '#contract/credits';
import type { DiscountCode } from '#contract/discounts';
import { DEBIT_METHOD, isCard } from '#domain/payment-methods';
import { TRYOUT } from '#domain/prices';
import { t } from '#lib/i18n';
import { replaceParameters } from '#lib/paths';
import { $codes, fits, withDiscount } from '#stores/discounts';
import { createOrder } from '#stores/order';
import { methodName } from './payment-methods.ts';
import { CodeChoice } from './CodeChoice.tsx';
import { Switch } from '#ui/Switch';
import { MethodChoice } from './MethodChoice.tsx';
import type { Offer } from './OfferLoader.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { debitAddress, packagesAddress } from './addresses.ts';
import { useCheckout } from './use-checkout.ts';

interface Props {
  offer: Offer;
  /** The member's own codes. */
  codes: readonly DiscountCode[];
  chosen: Package;
  /** The method in the address. */
  initialMethod: string | null;
  partner: string | null;
}

export function OrderForm({ offer, codes, chosen, initialMethod, partner }: Props) {
  const { order, refusal, isBusy } = useOrder();
  const [selected, select] = useState(initialMethod);
  const method = offer.methods.find((each) => each === selected) ?? offer.methods[0];
  const mayKeep = method !== undefined && isCard(method);
  const [remembers, remember] = useState(false);
  const code = useCode(codes, offer, chosen, method);
  const total = withDiscount(chosen, code.current);
  const choose = (id: string): void => {
    select(id);
    replaceParameters('credits-id-paymentmethod', { id: chosen.id, paymentmethod: id });
  };
  const submit = (): void => {
    if (!method || isBusy) return;
    void order.submit({ ...orderOf(total, method, code.current, partner), remember_card: mayKeep && remembers });
  };
  return (
    <>
      <div className="credits-head">
        <h1 className="page-heading">{t('credits:order_heading')}</h1>
        <p>
          <a href={packagesAddress(partner)}>{t('credits:change')}</a>
        </p>
      </div>
      <div className="beside">
        <div className="stack">
          <MethodChoice methods={offer.methods} current={method} onChoose={choose} />
          {chosen.id !== TRYOUT.id && <CodeChoice {...code} package={chosen.id} method={method} />}
          {mayKeep && (
            <Switch
              name="remember_card"
              label={t('credits:card_remember')}
              note={t('credits:card_remember_note')}
              isOn={remembers}
              onChange={remember}
            />
          )}
        </div>
        <OrderSummary
          chosen={chosen}
          total={total}
          code={code.current}
          method={method && methodName(method)}
          {...(method === DEBIT_METHOD && onDebitPage(chosen, code.current, partner))}
          country={offer.country}
          vat={offer.vat}
          days={offer.refund_days}
          isBusy={isBusy}
          refusal={refusal}
          onOrder={submit}
        />
      </div>
    </>
  );
}

/** Direct debit goes on on its own page, where it is ordered. */
const onDebitPage = ({ id }: Package, code: DiscountCode | null, partner: string | null) => ({
  note: t('credits:debit_next'),
  next: { href: debitAddress(id, code?.code ?? null, partner), action: t('credits:debit_continue') },
});

/** The order of this visit, and why it was refused. */
function useOrder() {
  const checkout = useCheckout(createOrder);
  const { refusal } = checkout;
  useEffect(() => {
    if (refusal?.startsWith('code_')) void $codes.reload();
  }, [refusal]);
  return checkout;
}

const orderOf = (total: Package, method: string, code: DiscountCode | null, partner: string | null) => ({
  ...{ package: total.id, method, partner },
  amount: total.price.amount,
  discount_code: code?.code ?? null,
});

/** The codes that fit the order and the chosen one: at first the highest. */
function useCode(codes: readonly DiscountCode[], { country }: Offer, chosen: Package, method: string | undefined) {
  const [typed, setTyped] = useState<DiscountCode | null>(null);
  const [choice, choose] = useState<string | null | undefined>();
  const isWhole = chosen.id !== TRYOUT.id;
  const known = typed && !codes.some(({ code }) => code === typed.code) ? [typed, ...codes] : codes;
  const fitting = known.filter((each) => isWhole && method !== undefined && fits(each, chosen, { country, method }));
  const current = choice === null ? null : (fitting.find(({ code }) => code === choice) ?? fitting[0] ?? null);
  const onChoose = (code: DiscountCode | null): void => {
    if (code && !codes.includes(code)) setTyped(code);
    choose(code?.code ?? null);
  };
  return { codes: fitting, current, onChoose };
}
