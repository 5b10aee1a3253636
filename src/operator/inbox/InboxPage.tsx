// The inbox over all brands: one thing after the other, by keyboard.
import { useState } from 'react';
import type { Staff } from '#contract/staff';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { Select } from '#ui/Select';
import { failureText, useAsked } from '../asked.ts';
import { Heading } from '../Heading.tsx';
import { Waiting } from '../Waiting.tsx';
import { Desk } from './Desk.tsx';
import { type Item, keyOf, type Kind, kinds, leftOf, marked, maySee } from './kinds.ts';

export function InboxPage({ staff }: { staff: Staff }) {
  const [asked, reload] = useAsked('inbox.list', {});
  return (
    <>
      <Heading text={t('console:nav_inbox')} />
      {asked.state === 'loading' && <Waiting />}
      {asked.state === 'failed' && (
        <ErrorState heading={t('shell:error_heading')} text={failureText(asked.error)} onRetry={reload} />
      )}
      {asked.state === 'ready' && <Inbox staff={staff} items={asked.value.items} onReload={reload} />}
    </>
  );
}

interface Props {
  staff: Staff;
  items: readonly Item[];
  onReload: () => void;
}

const noneOf = (items: Props['items']) => ({ items, keys: new Set<string>() });

function Inbox({ staff, items, onReload }: Props) {
  const [kind, setKind] = useState<Kind | ''>('');
  const [brand, setBrand] = useState('');
  const [decided, setDecided] = useState<{ items: Props['items']; keys: ReadonlySet<string> }>(() => noneOf(items));
  // A newer answer no longer has what was decided, or has it again for a reason.
  if (decided.items !== items) setDecided(noneOf(items));
  const mark = (key: string, isDecided: boolean): void =>
    setDecided((before) => ({ ...before, keys: marked(before.keys, key, isDecided) }));
  const seen = items.filter((item) => maySee(item.kind, staff.role));
  const brands = [...new Set(seen.map((item) => item.brand))].sort();
  const chosen = seen.filter((item) => (kind === '' || item.kind === kind) && (brand === '' || item.brand === brand));
  const waiting = leftOf(seen, decided.keys);
  const countOf = (each: Kind): number => waiting.filter((item) => item.kind === each).length;
  return (
    <>
      <div className="console-filters">
        <Select
          {...{ label: t('console:kind'), name: 'kind', value: kind, onChange: (value) => setKind(value as Kind | '') }}
          options={[
            { value: '', text: t('console:all_kinds', { number: waiting.length }) },
            ...kinds
              .filter((each) => maySee(each, staff.role))
              .map((each) => ({ value: each, text: `${t(`console:kind_${each}`)} (${countOf(each)})` })),
          ]}
        />
        <Select
          {...{ label: t('console:brand'), name: 'brand', value: brand, onChange: setBrand }}
          options={[
            { value: '', text: t('console:all_brands') },
            ...brands.map((each) => ({ value: each, text: each })),
          ]}
        />
        <Button kind="line" icon="refresh" onClick={onReload}>
          {t('console:reload')}
        </Button>
      </div>
      {chosen.length === 0 ? (
        <EmptyState heading={t('console:inbox_empty')} text={t('console:inbox_empty_text')} />
      ) : (
        <Desk
          key={`${kind} ${brand} ${items.map(keyOf).join()}`}
          {...{ staff, items: chosen, decided: decided.keys, onMark: mark }}
        />
      )}
    </>
  );
}
