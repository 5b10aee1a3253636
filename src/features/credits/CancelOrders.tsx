// Asks before unpaid orders are cancelled for a new one: the member may have paid for them already.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatMoney, t } from '#lib/i18n';
import { $question } from '#stores/order';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { PriceBreakdown } from '#ui/PriceBreakdown';
import { methodName } from './payment-methods.ts';

export function CancelOrders() {
  const question = useStore($question);
  const keep = (): void => question?.answer(false);
  useEffect(() => () => $question.get()?.answer(false), []);
  const sums = (question?.orders ?? []).map(({ payment_id: id, credits, price, payment_method: method }) => ({
    id,
    label: [t('credits:amount', { count: credits }), methodName(method)].join(' · '),
    value: formatMoney(price),
  }));
  return (
    <Modal isOpen={question !== null} title={t('spending:cancel_title')} isSheet onClose={keep}>
      <div className="stack">
        <p>{t('spending:cancel_text')}</p>
        <PriceBreakdown sums={sums} />
        <div className="form-actions">
          <Button kind="quiet" onClick={keep}>
            {t('spending:cancel_keep')}
          </Button>
          <Button kind="primary" onClick={() => question?.answer(true)}>
            {t('spending:cancel_confirm')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
