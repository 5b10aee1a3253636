// The ledger of credits, newest first, with the balance after each entry.
import { useStore } from '@nanostores/react';
import type { LedgerEntry } from '#contract/credits';
import { errorText, formatDay, formatNumber, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $ledger, loadEarlier, openTransactions, type LedgerState } from '#stores/transactions';
import { Button } from '#ui/Button';
import { CardsSkeleton } from '#ui/CreditsSkeleton';
import { ErrorState } from '#ui/ErrorState';

export function Ledger() {
  const shown = useStore($ledger);
  return (
    <section className="stack" aria-busy={shown.state === 'loading'}>
      <h2>{t('credits:ledger')}</h2>
      <Content shown={shown} />
    </section>
  );
}

function Content({ shown }: { shown: LedgerState }) {
  if (shown.state === 'loading') return <CardsSkeleton count={4} />;
  if (shown.state === 'failed')
    return <ErrorState heading={t('credits:ledger_failed')} text={errorText(shown.code)} onRetry={openTransactions} />;
  if (shown.entries.length === 0) return <p className="muted">{t('credits:ledger_empty')}</p>;
  return (
    <>
      <ul className="entries">
        {shown.entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {shown.more === 'failed' && (
        <p className="field-error" role="alert">
          {t('credits:ledger_failed')}
        </p>
      )}
      {shown.next !== null && (
        <Button kind="line" isBusy={shown.more === 'loading'} onClick={() => void loadEarlier()}>
          {t('credits:more')}
        </Button>
      )}
    </>
  );
}

function EntryRow({ entry }: { entry: LedgerEntry }) {
  const { credits, balance, at } = entry;
  const sign = credits > 0 ? '+' : '−';
  return (
    <li className="entry">
      <EntryName entry={entry} />
      <b className={`entry-side number${credits > 0 ? ' entry-in' : ''}`}>
        {sign}
        {formatNumber(Math.abs(credits))}
      </b>
      <span className="muted small">{formatDay(at)}</span>
      <span className="entry-side muted small">{t('credits:entry_balance', { balance: formatNumber(balance) })}</span>
    </li>
  );
}

function EntryName({ entry: { kind, about } }: { entry: LedgerEntry }) {
  if ((kind === 'message' || kind === 'gift' || kind === 'picture' || kind === 'voice') && about)
    return <a href={linkTo('members-id', { id: about.id })}>{t(`credits:entry_${kind}_to`, { name: about.name })}</a>;
  return <b>{t(`credits:entry_${kind === 'other' ? 'unknown' : kind}`)}</b>;
}
