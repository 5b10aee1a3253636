// The dialog of a withdrawal: what goes back, and the confirmation.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { errorText, formatMoney, formatNumber, t } from '#lib/i18n';
import { $user } from '#stores/session';
import { $withdrawalPreview, createWithdrawal, watchWithdrawal } from '#stores/withdrawal';
import { Button } from '#ui/Button';
import { ErrorState } from '#ui/ErrorState';
import { Modal } from '#ui/Modal';
import { Notice } from '#ui/Notice';
import { PriceBreakdown } from '#ui/PriceBreakdown';
import { Skeleton } from '#ui/Skeleton';

interface Props {
  payment: string;
  isOpen: boolean;
  onClose: () => void;
}

export function WithdrawalDialog({ payment, isOpen, onClose }: Props) {
  return (
    <Modal isOpen={isOpen} title={t('credits:withdraw_here')} isSheet onClose={onClose}>
      <Content payment={payment} onClose={onClose} />
    </Modal>
  );
}

function Content({ payment, onClose }: Omit<Props, 'isOpen'>) {
  const preview = useStore($withdrawalPreview);
  const user = useStore($user);
  const [withdrawal] = useState(createWithdrawal);
  const state = useStore(withdrawal);
  useEffect(() => watchWithdrawal(payment, withdrawal), [payment, withdrawal]);
  if (preview.state === 'loading') return <Skeleton kind="text" />;
  const problem = preview.state === 'failed' ? preview.code : preview.stale;
  if (problem !== undefined && isFinal(problem)) return <Notice>{errorText(problem)}</Notice>;
  if (preview.state === 'failed')
    return (
      <ErrorState
        heading={t('credits:payment_failed')}
        text={errorText(preview.code)}
        onRetry={() => void $withdrawalPreview.open(payment)}
      />
    );
  const { credits, refund } = preview.withdrawal;
  return (
    <div className="stack">
      <PriceBreakdown
        sums={[
          { label: t('credits:detail_id'), value: payment, tone: 'quiet' },
          { label: t('credits:withdraw_unused'), value: formatNumber(credits) },
          { label: t('credits:withdraw_back'), value: formatMoney(refund), tone: 'total' },
        ]}
      />
      <p className="note">{t('credits:withdraw_note', { email: user?.email ?? '' })}</p>
      {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
      <div className="form-actions">
        <Button kind="quiet" onClick={onClose}>
          {t('credits:withdraw_keep')}
        </Button>
        <Button kind="primary" isBusy={state.state === 'sending'} onClick={() => void withdrawal.submit({ payment })}>
          {t('credits:withdraw_confirm')}
        </Button>
      </div>
    </div>
  );
}

/** Refusals that another attempt cannot change. */
const isFinal = (code: string): boolean => code === 'withdrawal_over' || code === 'nothing_unused';
