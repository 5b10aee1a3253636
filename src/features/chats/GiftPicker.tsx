// The dialog that sends a gift: drawings with their names and prices.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { GiftId } from '#contract/chats';
import { GIFTS, giftPrice } from '#domain/gifts';
import { t } from '#lib/i18n';
import type { OpenConversation } from '#stores/conversation';
import { sendGift } from '#stores/outbox';
import { $siteSettings } from '#stores/site-settings';
import { $spendable } from '#stores/spendable';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { Modal } from '#ui/Modal';
import { giftName, isGiftFor } from './gift-name.ts';
import { GiftPicture } from './GiftPicture.tsx';
import { priceOf } from './price.ts';
import { TooFewCredits } from './TooFewCredits.tsx';

interface Props {
  partner: OpenConversation['profile'];
  onClose: () => void;
}

export function GiftPicker({ partner, onClose }: Props) {
  const { gift_credits: range } = useStore($siteSettings);
  const [wanted, setWanted] = useState('');
  const shown = GIFTS.filter(({ id }) => isGiftFor(id, wanted));
  const [pressed, setChosen] = useState<GiftId | null>(null);
  // What the search hides cannot be sent.
  const chosen = shown.some(({ id }) => id === pressed) ? pressed : null;
  // One opened dialog sends one gift, even when its button is pressed twice.
  const [clientId] = useState(() => crypto.randomUUID());
  const send = (gift: GiftId): void => {
    sendGift(gift, clientId);
    onClose();
  };
  return (
    <Modal isOpen title={t('gifts:heading')} isSheet onClose={onClose}>
      <div className="stack">
        <p>{t('gifts:text', { name: partner.name })}</p>
        <search>
          <Field label={t('gifts:search')} type="search" name="gift-words" value={wanted} onChange={setWanted} />
        </search>
        <p role="status" className="chat-search-none">
          {shown.length === 0 && t('gifts:search_none')}
        </p>
        <fieldset className="gifts">
          <legend className="visually-hidden">{t('gifts:heading')}</legend>
          {shown.map(({ id }) => (
            <label className="gift" key={id}>
              <input type="radio" name="gift" value={id} checked={id === chosen} onChange={() => setChosen(id)} />
              <GiftPicture gift={id} />
              <span>{giftName(id)}</span>
              <b>{t('shell:cost', { count: giftPrice(id, range) })}</b>
            </label>
          ))}
        </fieldset>
        <Footer partner={partner.id} price={chosen && giftPrice(chosen, range)} onSend={() => chosen && send(chosen)} />
      </div>
    </Modal>
  );
}

function Footer({ partner, price, onSend }: { partner: string; price: number | null; onSend: () => void }) {
  const credits = useStore($spendable) ?? 0;
  if (price !== null && price > credits) return <TooFewCredits text="gifts:too_few" partner={partner} price={price} />;
  return (
    <div className="form-actions gifts-actions">
      <Button kind="primary" isDisabled={price === null} onClick={onSend}>
        {price ? t('gifts:send', { price: priceOf(price) }) : t('chats:send_free')}
      </Button>
    </div>
  );
}
