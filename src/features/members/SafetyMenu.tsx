// The menu of a profile with block and report, and the notice on the profile of a member one has blocked.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { MemberCard } from '#contract/members';
import { errorText, t } from '#lib/i18n';
import { createUnblock } from '#stores/safety';
import { askToBlock, askToReport } from '#stores/safety-dialog';
import { $user } from '#stores/session';
import { Button } from '#ui/Button';
import { MemberMenu } from '#ui/MemberMenu';
import { Notice } from '#ui/Notice';

export function SafetyMenu({ card, isBlocked }: { card: MemberCard; isBlocked: boolean }) {
  const user = useStore($user);
  const [unblock] = useState(createUnblock);
  if (!user || user.id === card.id) return null;
  return (
    <div className="person-menu">
      <MemberMenu
        label={t('safety:menu', { name: card.name })}
        texts={{ block: t('safety:block'), unblock: t('safety:unblock'), report: t('safety:report') }}
        isBlocked={isBlocked}
        onBlock={() => askToBlock(card)}
        onUnblock={() => void unblock.submit(card.id)}
        onReport={() => askToReport(card)}
      />
    </div>
  );
}

export function BlockedNotice({ member: { id, name } }: { member: MemberCard }) {
  const [unblock] = useState(createUnblock);
  const state = useStore(unblock);
  return (
    <Notice>
      <p>{t('safety:blocked_notice', { name })}</p>
      {state.state === 'failed' && <p role="alert">{errorText(state.code)}</p>}
      <Button isBusy={state.state === 'sending'} onClick={() => void unblock.submit(id)}>
        {t('safety:unblock')}
      </Button>
    </Notice>
  );
}
