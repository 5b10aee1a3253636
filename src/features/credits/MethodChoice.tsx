// The payment methods as a radio group: the common ones first, the others behind a button.
import { useState } from 'react';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { Choice } from '#ui/Choice';
import { methodName } from './payment-methods.ts';
import { PaymentMark } from './PaymentMark.tsx';

interface Props {
  methods: readonly string[];
  current: string | undefined;
  onChoose: (id: string) => void;
}

/** Methods shown initially, so that the summary is close on a phone. */
const INITIAL_COUNT = 5;

export function MethodChoice({ methods, current, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isCollapsed = !isOpen && methods.length > INITIAL_COUNT + 1 && methods.indexOf(current ?? '') < INITIAL_COUNT;
  return (
    <fieldset className="choices">
      <legend className="display">{t('credits:methods')}</legend>
      {(isCollapsed ? methods.slice(0, INITIAL_COUNT) : methods).map((id, at) => (
        <Choice
          key={id}
          name="method"
          value={id}
          isChosen={id === current}
          autoFocus={isOpen && at === INITIAL_COUNT}
          onChoose={onChoose}
        >
          <b className="method-name">{methodName(id)}</b>
          <PaymentMark id={id} />
        </Choice>
      ))}
      {isCollapsed && (
        <Button kind="quiet" icon="down" onClick={() => setOpen(true)}>
          {t('credits:more_methods')}
        </Button>
      )}
    </fieldset>
  );
}
