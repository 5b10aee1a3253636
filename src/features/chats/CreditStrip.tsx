// Shown when credits do not suffice: the draft stays, and a button leads to the packages and back (decisions B13).
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatMoney, t } from '#lib/i18n';
import { $offer, openOffer } from '#stores/credits';
import { creditsFor } from './addresses.ts';

export function CreditStrip({ partner, hasDraft }: { partner: string; hasDraft: boolean }) {
  const offer = useStore($offer);
  useEffect(() => void openOffer(), []);
  const prices = offer.state === 'ready' ? offer.packages.map(({ price }) => price) : [];
  const lowest = prices.toSorted((a, b) => a.amount - b.amount)[0];
  return (
    <div className="credit-strip" role="status">
      <div>
        <h2>{t('chats:out_heading')}</h2>
        <p>{t(hasDraft ? 'chats:out_text' : 'chats:out_text_empty')}</p>
      </div>
      <a className="btn btn-primary" href={creditsFor(partner)}>
        <span>{t('chats:packages')}</span>
        {lowest && <span className="btn-price">{t('chats:from_price', { price: formatMoney(lowest) })}</span>}
      </a>
    </div>
  );
}
