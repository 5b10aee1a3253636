// Spend care: what was spent in a day and in 30 days, and the limits that a member sets for both.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SpendLimit, Spending } from '#contract/spending';
import { periods, type Period } from '#domain/spending';
import { formatMoment, formatMoney, t } from '#lib/i18n';
import { $spending, createLimits, readLimit, typedLimit } from '#stores/spending';
import { Field } from '#ui/Field';
import { Notice } from '#ui/Notice';
import { PriceBreakdown } from '#ui/PriceBreakdown';
import { Loaded, type Part } from './Loaded.tsx';
import { SettingsForm } from './SettingsForm.tsx';

const load = (): void => void $spending.reload();

export function SpendingLimits({ parts }: { parts: readonly Part[] }) {
  const shown = useStore($spending);
  useEffect(load, []);
  return (
    <Loaded shown={shown} parts={parts} onRetry={load}>
      {(spending) => <Limits spending={spending} />}
    </Loaded>
  );
}

/** What a field shows: a limit that is on its way up, as it was asked for. */
const wantedOf = ({ amount, next }: SpendLimit): string => typedLimit(next ? next.amount : amount);

const typedLimits = ({ daily, monthly }: Spending): Record<Period, string> => ({
  daily: wantedOf(daily),
  monthly: wantedOf(monthly),
});

function Limits({ spending }: { spending: Spending }) {
  const [change] = useState(createLimits);
  const state = useStore(change);
  const [typed, setTyped] = useState(() => typedLimits(spending));
  const [isWrong, setWrong] = useState<Partial<Record<Period, boolean>>>({});
  const changed = periods.filter((period) => typed[period] !== wantedOf(spending[period]));
  const send = async (): Promise<void> => {
    const wanted = changed.map((period) => [period, readLimit(typed[period])] as const);
    setWrong(Object.fromEntries(wanted.map(([period, amount]) => [period, amount === undefined])));
    if (!wanted.every(([, amount]) => amount !== undefined)) return;
    await change.submit(Object.fromEntries(wanted));
    const kept = $spending.ready();
    if (change.get().state === 'done' && kept) setTyped(typedLimits(kept));
  };
  const { currency, day, month } = spending;
  return (
    <div className="stack">
      <PriceBreakdown
        sums={[
          { label: t('spending:day'), value: formatMoney({ amount: day, currency }) },
          { label: t('spending:month'), value: formatMoney({ amount: month, currency }) },
        ]}
      />
      <SettingsForm state={state} action={t('spending:save')} isPrimary isDisabled={changed.length === 0} onSend={send}>
        {periods.map((period) => (
          <Field
            key={period}
            name={period}
            label={t(`spending:${period}`, { currency })}
            note={comingText(spending[period], currency)}
            error={isWrong[period] ? t('spending:amount_wrong') : null}
            inputMode="numeric"
            maxLength={6}
            value={typed[period]}
            onChange={(text) => setTyped({ ...typed, [period]: text })}
          />
        ))}
        <p className="muted small">{t('spending:rule')}</p>
      </SettingsForm>
      <div role="status">
        {state.state === 'done' && changed.length === 0 && <Notice tone="success">{t('spending:saved')}</Notice>}
      </div>
    </div>
  );
}

/** Until when the old limit counts, while a higher one is on its way. */
function comingText({ amount, next }: SpendLimit, currency: string): string | undefined {
  if (!next) return undefined;
  const limit = amount === null ? t('spending:none') : formatMoney({ amount, currency });
  const when = formatMoment(next.from, { dateStyle: 'medium', timeStyle: 'short' });
  return t('spending:until', { limit, when });
}
