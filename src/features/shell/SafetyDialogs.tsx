// The dialogs that block or report a member, and the menu of a card; any page opens them through the store.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { errorText, t } from '#lib/i18n';
import { createBlock, createUnblock } from '#stores/safety';
import {
  $safetyDialog,
  askToBlockOfCard,
  askToReport,
  closeSafetyDialog,
  offerUnblock,
  type SafetyDialog,
  type SafetySubject,
} from '#stores/safety-dialog';
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
      {open?.kind === 'card' && <CardMenu member={open.member} />}
      {open?.kind === 'block' && <BlockQuestion member={open.member} isOfCard={open.isOfCard === true} />}
      {open?.kind === 'blocked' && <UnblockOffer member={open.member} />}
      {open?.kind === 'report' && <ReportForm {...open} />}
    </Modal>
  );
}

function titleOf(open: SafetyDialog): string {
  const { name } = open.member;
  if (open.kind === 'card') return t('safety:menu', { name });
  if (open.kind === 'blocked') return t('safety:blocked_title');
  if (open.kind === 'block') return t('safety:block_heading', { name });
  if (open.photo !== undefined) return t('safety:report_heading_photo');
  return open.seq === undefined ? t('safety:report_heading_member', { name }) : t('safety:report_heading_message');
}

const CardMenu = ({ member }: { member: SafetySubject }) => (
  <div className="stack">
    <Button icon="block" onClick={() => askToBlockOfCard(member)}>
      {t('safety:block')}
    </Button>
    <Button icon="flag" onClick={() => askToReport(member)}>
      {t('safety:report')}
    </Button>
  </div>
);

function BlockQuestion({ member, isOfCard }: { member: SafetySubject; isOfCard: boolean }) {
  const { id, name } = member;
  const [block] = useState(createBlock);
  const state = useStore(block);
  useEffect(() => {
    if (state.state !== 'done') return;
    if (isOfCard) offerUnblock(member);
    else closeSafetyDialog();
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

function UnblockOffer({ member: { id, name } }: { member: SafetySubject }) {
  const [unblock] = useState(createUnblock);
  const state = useStore(unblock);
  useEffect(() => {
    if (state.state === 'done') closeSafetyDialog();
  }, [state.state]);
  return (
    <div className="stack">
      <p role="status">{t('safety:blocked_notice', { name })}</p>
      {state.state === 'failed' && (
        <Notice tone="danger">{errorText(state.code, { seconds: state.seconds ?? 0 })}</Notice>
      )}
      <div className="form-actions">
        <Button kind="quiet" isBusy={state.state === 'sending'} onClick={() => void unblock.submit(id)}>
          {t('safety:unblock')}
        </Button>
        <Button kind="primary" onClick={closeSafetyDialog}>
          {t('shell:close')}
        </Button>
      </div>
    </div>
  );
}
