// Below the order button, so that it moves nothing: what was spent, the member's own limits, and a note on a costly day.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Spending } from '#contract/spending';
import { passesLimit } from '#domain/spending';
import { now } from '#lib/clock';
import { formatMoney, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $siteSettings } from '#stores/site-settings';
import { $spending, limitOf } from '#stores/spending';
import { Notice } from '#ui/Notice';

/** `amount` is the price of the order. */
export function SpendingNote({ amount }: { amount: number }) {
  const shown = useStore($spending);
  const { fictional_plural: profiles } = useStore($siteSettings);
  useEffect(() => void $spending.reload(), []);
  // The server holds the limits either way.
  if (shown.state !== 'ready') return null;
  const { daily, day, monthly, month, currency, note } = shown;
  const money = (of: number): string => formatMoney({ amount: of, currency });
  const line = (label: string, spent: number, limit: number | null): string =>
    `${label} ${limit === null ? money(spent) : t('spending:of', { spent: money(spent), limit: money(limit) })}`;
  const limits = { daily: limitOf(daily), monthly: limitOf(monthly) };
  const isOver = passesLimit(limits, { daily: day, monthly: month }, amount, now());
  return (
    <>
      {isOver && <Notice tone="attention">{t('spending:over')}</Notice>}
      {note && (
        <Notice tone={note === 'spike_fictional' ? 'fictional' : 'attention'}>
          {noteText(note, money(day), profiles)}
        </Notice>
      )}
      <p className="note">
        {daily.amount !== null && <span>{line(t('spending:day'), day, daily.amount)} · </span>}
        <span>{line(t('spending:month'), month, monthly.amount)} · </span>
        <a href={`${linkTo('settings')}#spending`}>{t('spending:title')}</a>
      </p>
    </>
  );
}

const noteText = (note: NonNullable<Spending['note']>, day: string, profiles: string): string =>
  note === 'spike_fictional' ? t('spending:spike_fictional', { day, profiles }) : t('spending:spike', { day });
