// The right of withdrawal beside its purchase: until when, the way to withdraw, and that it is done (requirement CR54).
import { DAY_MS } from '#domain/durations';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Payment } from '#contract/credits';
import { afterPaint } from '#lib/after-paint';
import { formatDay, formatMoney, t } from '#lib/i18n';
import { $user } from '#stores/session';
import { $withdrawal } from '#stores/withdrawal';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';
import { WithdrawalDialog } from './WithdrawalDialog.tsx';
import { WITHDRAW } from './addresses.ts';

/** The period ends at noon UTC after its last day. */
const lastDay = (until: string): string => new Date(Date.parse(until) - DAY_MS).toISOString();

export function WithdrawalPanel({ payment }: { payment: Payment }) {
  const { payment_id: id, withdraw_until: until, withdrawn } = payment;
  const done = useStore($withdrawal);
  const user = useStore($user);
  const [isOpen, setIsOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  // The panel appears after the page has looked for its anchor, and has its place before the page scrolls.
  useEffect(() => {
    if (location.hash !== `#${WITHDRAW}`) return undefined;
    return afterPaint(() => panel.current?.scrollIntoView({ block: 'center' }));
  }, []);
  const isDone = done?.payment_id === id;
  if (!until && !withdrawn && !isDone) return null;
  return (
    <section ref={panel} id={WITHDRAW} className="panel stack">
      <div role="status">
        {isDone && (
          <Notice tone="success">
            {t('credits:withdraw_done', { refund: formatMoney(done.refund), email: user?.email ?? '' })}
          </Notice>
        )}
      </div>
      {withdrawn && !isDone && (
        <p className="note">
          {t('credits:withdraw_made', { date: formatDay(withdrawn.at), refund: formatMoney(withdrawn.refund) })}
        </p>
      )}
      {until && (
        <>
          <p className="note">{t('credits:withdraw_until', { date: formatDay(lastDay(until)) })}</p>
          <div>
            <Button kind="line" onClick={() => setIsOpen(true)}>
              {t('credits:withdraw_here')}
            </Button>
          </div>
          <WithdrawalDialog payment={id} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </>
      )}
    </section>
  );
}
