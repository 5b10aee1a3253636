// The summary of the chosen package, with the link to its order.
import type { Package } from '#contract/credits';
import { formatMoney, t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { PriceBreakdown } from '#ui/PriceBreakdown';
import { orderAddress } from './addresses.ts';

interface Props {
  chosen: Package;
  balance: number;
  /** The price of a message in credits. */
  cost: number;
  partner: string | null;
}

export function PackagePanel({ chosen, balance, cost, partner }: Props) {
  const credits = t('credits:amount', { count: chosen.credits });
  const price = formatMoney(chosen.price);
  return (
    <aside className="panel panel-bar">
      <div className="only-wide stack">
        <h2>{t('credits:choice')}</h2>
        <PriceBreakdown
          sums={[
            { label: credits, value: price },
            { label: t('credits:unit_price'), value: formatMoney(chosen.unit), tone: 'quiet' },
            {
              label: t('credits:afterwards'),
              value: t('credits:amount', { count: balance + chosen.credits }),
              tone: 'quiet',
            },
            { label: t('credits:total', { currency: chosen.price.currency }), value: price, tone: 'total' },
          ]}
        />
        {cost > 0 && <p className="note">{t('credits:messages', { count: Math.floor(chosen.credits / cost) })}</p>}
      </div>
      <Button kind="primary" isBlock href={orderAddress(chosen.id, partner)}>
        <span>{t('credits:continue', { credits })}</span>
        <span className="cost only-phone">{price}</span>
      </Button>
    </aside>
  );
}
