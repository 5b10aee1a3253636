// The dialog with opening lines: one of them is sent as the first message, or put into the field to be changed.
import { useEffect, useRef, useState } from 'react';
import { ICEBREAKERS } from '#domain/limits';
import { t } from '#lib/i18n';
import { send, updateDraft } from '#stores/outbox';
import { Button } from '#ui/Button';
import { Choice } from '#ui/Choice';
import { Modal } from '#ui/Modal';
import { priceOf } from './price.ts';
import { focusField } from './respond.ts';

interface Props {
  /** The price of a message in credits. */
  costs: number;
  onClose: () => void;
}

const NUMBERS = Array.from({ length: ICEBREAKERS }, (_, at) => String(at + 1));

export function Icebreakers({ costs, onClose }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const isUsed = useRef(false);
  // The button that opened the dialog is gone once there are words.
  useEffect(() => () => void (isUsed.current && focusField()), []);
  const use = (isSent: boolean): void => {
    if (!chosen) return;
    isUsed.current = true;
    updateDraft(t(`icebreakers:line_${chosen}`));
    if (isSent) send();
    onClose();
  };
  return (
    <Modal isOpen title={t('icebreakers:heading')} isSheet onClose={onClose}>
      <div className="stack">
        <p>
          <span>{t('icebreakers:text')}</span>{' '}
          {costs > 0 && <span>{t('icebreakers:price', { price: priceOf(costs) })}</span>}
        </p>
        <fieldset className="icebreakers">
          <legend className="visually-hidden">{t('icebreakers:heading')}</legend>
          {NUMBERS.map((number) => (
            <Choice key={number} name="icebreaker" value={number} isChosen={number === chosen} onChoose={setChosen}>
              {t(`icebreakers:line_${number}`)}
            </Choice>
          ))}
        </fieldset>
        <div className="form-actions icebreakers-actions">
          <Button kind="quiet" onClick={onClose}>
            {t('icebreakers:no')}
          </Button>
          <Button isDisabled={!chosen} onClick={() => use(false)}>
            {t('icebreakers:change')}
          </Button>
          <Button kind="primary" isDisabled={!chosen} onClick={() => use(true)}>
            {costs > 0 ? t('icebreakers:send', { price: t('shell:cost', { count: costs }) }) : t('chats:send_free')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
