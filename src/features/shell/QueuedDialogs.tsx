// The dialogs that come by themselves, in the order of their queue. They make way for those that the member asks for.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { uptime } from '#lib/clock';
import { $queuedDialog, askWhetherBusy, makeWay, queueDialog } from '#stores/dialog-queue';
import { $hasLikeNews } from '#stores/match';
import { $premiumDialog } from '#stores/premium-dialog';
import { $safetyDialog } from '#stores/safety-dialog';
import { $user } from '#stores/session';
import { ActivationDialog } from './ActivationDialog.tsx';
import { TimeBonusPopup } from './TimeBonus.tsx';
import type { Reminder } from './use-activation-reminder.ts';

interface Props {
  reminder: Reminder;
  hasBonus: boolean;
}

/** A form is in use for so long after the last letter, wherever the focus is by then. */
const TYPING_MS = 30_000;

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
  useEffect(watchForms, []);
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

/** Tells the queue whether the member is typing or another dialog is open; returns the function that stops. */
function watchForms(): () => void {
  let typedAt = -Infinity;
  const type = (): void => void (typedAt = uptime());
  document.addEventListener('input', type, true);
  askWhetherBusy(
    () =>
      uptime() - typedAt < TYPING_MS ||
      document.activeElement?.matches('form *, input, textarea, select') === true ||
      document.querySelector('dialog[open]') !== null,
  );
  return () => document.removeEventListener('input', type, true);
}
