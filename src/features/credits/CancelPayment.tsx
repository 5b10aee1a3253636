// Ends an order that its member left on the payment page.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { errorText, t } from '#lib/i18n';
import { createCancellation } from '#stores/payment';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';

export function CancelPayment({ id }: { id: string }) {
  const [cancellation] = useState(createCancellation);
  const shown = useStore(cancellation);
  return (
    <>
      {shown.state === 'failed' && <Notice tone="danger">{errorText(shown.code)}</Notice>}
      <Button kind="quiet" isBusy={shown.state === 'sending'} onClick={() => void cancellation.submit({ payment: id })}>
        {t('credits:cancel')}
      </Button>
    </>
  );
}
