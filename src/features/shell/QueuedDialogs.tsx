// The dialogs that come by themselves, in the order of their queue. They make way for those that the member asks for.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $queuedDialog, makeWay, queueDialog } from '#stores/dialog-queue';
import { $hasLikeNews } from '#stores/match';
import { $premiumDialog } from '#stores/premium-dialog';
import { $safetyDialog } from '#stores/safety-dialog';
import { $user } from '#stores/session';
import { ActivationDialog } from './ActivationDialog.tsx';
import { TimeBonusPopup } from './TimeBonus.tsx';
import type { Reminder } from './use-activation-reminder.ts';
import { watchForms } from './watch-forms.ts';

interface Props {
  reminder: Reminder;
  hasBonus: boolean;
}

export function QueuedDialogs({ reminder, hasBonus }: Props) {
  const asked = [
    useStore($premiumDialog) !== null,
    useStore($safetyDialog) !== null,
    useStore($user)?.terms_due === true,
    useStore($hasLikeNews),
  ];
  const isAsked = asked.includes(true);
  const isReminderOpen = useStore($queuedDialog) === 'activation';
  const isReminding = reminder.form === 'modal';
  useEffect(() => watchForms(document), []);
  useEffect(() => {
    if (isAsked) makeWay();
  }, [isAsked]);
  useEffect(() => (isReminding ? queueDialog('activation') : undefined), [isReminding]);
  return (
    <>
      {isReminding && isReminderOpen && <ActivationDialog onClose={reminder.close} />}
      {hasBonus && <TimeBonusPopup />}
    </>
  );
}
