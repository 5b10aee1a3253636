// The order page: method, summary, right of withdrawal and order button, in this order and adjacent (decisions B10).
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Package } from '#contract/credits';
import { t } from '#lib/i18n';
import { replaceParameters } from '#lib/paths';
import { createOrder } from '#stores/order';
import { MethodChoice } from './MethodChoice.tsx';
import type { Offer } from './OfferLoader.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { packagesAddress } from './addresses.ts';

interface Props {
  offer: Offer;
  chosen: Package;
  /** The method in the address. */
  initialMethod: string | null;
  partner: string | null;
}

export function OrderForm({ offer, chosen, initialMethod, partner }: Props) {
  const [order, setOrder] = useState(createOrder);
  const state = useStore(order);
  const [selected, select] = useState(initialMethod);
  const method = offer.methods.find((each) => each === selected) ?? offer.methods[0];
  // A page restored from the back/forward cache would still be in the ordering state.
  useEffect(() => {
    const renew = (event: PageTransitionEvent): void => {
      if (event.persisted) setOrder(() => createOrder());
    };
    addEventListener('pageshow', renew);
    return () => removeEventListener('pageshow', renew);
  }, []);
  const choose = (id: string): void => {
    select(id);
    replaceParameters('credits-id-paymentmethod', { id: chosen.id, paymentmethod: id });
  };
  const isBusy = state.state === 'sending' || state.state === 'done';
  return (
    <>
      <div className="credits-head">
        <h1 className="page-heading">{t('credits:order_heading')}</h1>
        <p>
          <a href={packagesAddress(partner)}>{t('credits:change')}</a>
        </p>
      </div>
      <div className="beside">
        <MethodChoice methods={offer.methods} current={method} onChoose={choose} />
        <OrderSummary
          chosen={chosen}
          method={method}
          vat={offer.vat}
          days={offer.refund_days}
          isBusy={isBusy}
          code={state.state === 'failed' ? state.code : null}
          onOrder={() => void (method && !isBusy && order.submit({ package: chosen.id, method, partner }))}
        />
      </div>
    </>
  );
}
