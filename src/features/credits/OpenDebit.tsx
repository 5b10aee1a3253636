// A direct debit that waits: for its code, to be finished or given up; or for the bank, where nothing is left to do.
import { useStore } from '@nanostores/react';
import type { PendingMandate } from '#contract/debit';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import type { Debit } from '#stores/debit';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';

interface Props {
  debit: Debit;
  pending: PendingMandate;
}

export function OpenDebit({ debit, pending }: Props) {
  const state = useStore(debit.cancel);
  return (
    <section className="narrow stack">
      <h1 className="page-heading">{t('debit:open_heading')}</h1>
      <p>{t('debit:open_text', { digits: pending.last_four, phone: pending.phone })}</p>
      {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
      <div className="form-actions">
        <Button kind="primary" onClick={() => debit.finish(pending)}>
          {t('debit:open_finish')}
        </Button>
        <Button kind="line" isBusy={state.state === 'sending'} onClick={() => void debit.cancel.submit(pending)}>
          {t('debit:open_cancel')}
        </Button>
      </div>
    </section>
  );
}

export function AtBank({ payment }: { payment: string }) {
  return (
    <Notice>
      <span>{t('debit:at_bank')}</span>{' '}
      <a href={linkTo('transactions-id', { id: payment })}>{t('debit:at_bank_link')}</a>
    </Notice>
  );
}
