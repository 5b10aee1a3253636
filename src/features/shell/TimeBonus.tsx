// The welcome bonus of a new member: the banner with its countdown, and the popup for one who is out of credits (requirements CR36, CR43–CR46).
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { clockText } from '#domain/discounts';
import { TIME_BONUS_POPUP_MS, WELCOME } from '#domain/limits';
import { formatPercent, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { after } from '#lib/clock';
import { $dismissed, dismissAlert } from '#stores/alerts';
import { $queuedDialog, queueDialog } from '#stores/dialog-queue';
import { $user } from '#stores/session';
import { $timeBonus } from '#stores/time-bonus';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { Notice } from '#ui/Notice';
import { useRoute } from './use-route.ts';

const ALERT = 'time-bonus';

export function TimeBonusBanner() {
  const bonus = useStore($timeBonus);
  return (
    <Notice tone="success">
      <span>{t('shell:bonus_banner', { percent: formatPercent(bonus.percent) })}</span>{' '}
      {bonus.countdown !== null && <Countdown seconds={bonus.countdown} />}{' '}
      <a href={linkTo('credits')}>{t('shell:bonus_action')}</a>
    </Notice>
  );
}

/** Not read out every second. */
function Countdown({ seconds }: { seconds: number }) {
  return (
    <b className="countdown" role="timer" aria-live="off">
      {t('shell:bonus_left', { time: clockText(seconds) })}
    </b>
  );
}

export function TimeBonusPopup() {
  const { countdown, ...bonus } = useStore($timeBonus);
  const percent = formatPercent(bonus.percent);
  const isOut = useStore($user)?.credits === 0;
  const isDismissed = useStore($dismissed).has(ALERT);
  const isInArea = useRoute('members', 'members-id', 'chats', 'likes', 'likes-m-id', 'premium');
  const isOpen = useStore($queuedDialog) === 'bonus';
  const isDue = isOut && isInArea && !isDismissed;
  useEffect(() => {
    if (!isDue) return undefined;
    let leave = (): void => undefined;
    const stop = after(TIME_BONUS_POPUP_MS, () => void (leave = queueDialog('bonus')));
    return () => {
      stop();
      leave();
    };
  }, [isDue]);
  // A dialog that makes way for another one is closed as well, and not dismissed by that.
  const dismiss = (): void => void ($queuedDialog.get() === 'bonus' && dismissAlert(ALERT));
  return (
    <Modal isOpen={isOpen && isDue} title={t('shell:bonus_heading', { percent })} isSheet onClose={dismiss}>
      <p>{t('shell:bonus_text', { percent, hours: WELCOME.seconds / 3600 })}</p>
      {countdown !== null && (
        <p>
          <Countdown seconds={countdown} />
        </p>
      )}
      <div className="form-actions">
        <Button kind="quiet" onClick={dismiss}>
          {t('shell:premium_later')}
        </Button>
        <Button kind="primary" href={linkTo('credits')} onClick={dismiss}>
          {t('shell:bonus_action')}
        </Button>
      </div>
    </Modal>
  );
}
