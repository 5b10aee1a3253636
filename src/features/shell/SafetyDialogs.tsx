// The dialogs that block or report a member; any page opens them through the store.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { errorText, t } from '#lib/i18n';
import { createBlock } from '#stores/safety';
import { $safetyDialog, closeSafetyDialog, type SafetySubject } from '#stores/safety-dialog';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { Notice } from '#ui/Notice';
import { ReportForm } from './ReportForm.tsx';
import { useCloseOnNavigation } from './use-close-on-navigation.ts';

export function SafetyDialogs() {
  const open = useStore($safetyDialog);
  useCloseOnNavigation(closeSafetyDialog);
  return (
    <Modal isOpen={open !== null} title={open ? titleOf(open) : ''} isSheet onClose={closeSafetyDialog}>
      {open?.kind === 'block' && <BlockQuestion member={open.member} />}
      {open?.kind === 'report' && <ReportForm {...open} />}
    </Modal>
  );
}

function titleOf(open: NonNullable<ReturnType<typeof $safetyDialog.get>>): string {
  const { name } = open.member;
  if (open.kind === 'block') return t('safety:block_heading', { name });
  if (open.photo !== undefined) return t('safety:report_heading_photo');
  return open.seq === undefined ? t('safety:report_heading_member', { name }) : t('safety:report_heading_message');
}

function BlockQuestion({ member: { id, name } }: { member: SafetySubject }) {
  const [block] = useState(createBlock);
  const state = useStore(block);
  useEffect(() => {
    if (state.state === 'done') closeSafetyDialog();
  }, [state.state]);
  return (
    <div className="stack">
      <p>{t('safety:block_text', { name })}</p>
      {state.state === 'failed' && (
        <Notice tone="danger">{errorText(state.code, { seconds: state.seconds ?? 0 })}</Notice>
      )}
      <div className="form-actions">
        <Button kind="quiet" onClick={closeSafetyDialog}>
          {t('safety:cancel')}
        </Button>
        <Button kind="primary" isBusy={state.state === 'sending'} onClick={() => void block.submit(id)}>
          {t('safety:block')}
        </Button>
      </div>
    </div>
  );
}
