// What a member can have instead of leaving: the tryout package and a discount code (requirement AC13).
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Package } from '#contract/credits';
import { LEAVING_CODE_DAYS } from '#domain/limits';
import { errorText, formatDay, formatMoney, formatPercent, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $leavingOffer, createDiscountTake } from '#stores/leaving';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { Notice } from '#ui/Notice';
import { Skeleton } from '#ui/Skeleton';

export function LeavingOffers() {
  const offer = useStore($leavingOffer);
  useEffect(() => void $leavingOffer.reload(), []);
  // As high as the two offers, so that the button below does not move.
  if (offer.state !== 'ready') return <Placeholder />;
  return (
    <>
      {offer.tryout && <Tryout offer={offer.tryout} />}
      {offer.discount && <Discount {...offer.discount} />}
    </>
  );
}

function Placeholder() {
  return [1, 2].map((at) => (
    <li key={at} aria-hidden="true">
      <Icon name="coins" />
      <span>
        <Skeleton size="half" />
        <span className="field-note">
          <Skeleton size="long" />
        </span>
      </span>
    </li>
  ));
}

function Tryout({ offer: { id, credits, price } }: { offer: Package }) {
  return (
    <li>
      <Icon name="coins" />
      <span>
        <a href={linkTo('credits-id-paymentmethod', { id })}>
          {t('leaving:alternative_tryout', { count: credits, price: formatMoney(price) })}
        </a>
        <span className="field-note">{t('leaving:alternative_tryout_text')}</span>
      </span>
    </li>
  );
}

interface Offered {
  percentage: number;
  code: { readonly code: string; readonly expires: string | null } | null;
}

function Discount({ percentage, code }: Offered) {
  const [taking] = useState(createDiscountTake);
  const state = useStore(taking);
  return (
    <li>
      <Icon name="heart" />
      <span className="stack">
        <span>
          <span>{t('leaving:alternative_discount', { percent: formatPercent(percentage) })}</span>
          <span className="field-note">{t('leaving:alternative_discount_text', { days: LEAVING_CODE_DAYS })}</span>
        </span>
        {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
        <span role="status">
          {code && t('leaving:discount_ready', { code: code.code, date: code.expires ? formatDay(code.expires) : '' })}
        </span>
        {code ? (
          <a href={linkTo('credits')}>{t('shell:bonus_action')}</a>
        ) : (
          <Button isBusy={state.state === 'sending'} onClick={() => void taking.submit(undefined)}>
            {t('leaving:discount_take')}
          </Button>
        )}
      </span>
    </li>
  );
}
