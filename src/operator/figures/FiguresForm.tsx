// What figures are asked for: a brand, days, and what they are split by.
import { type FormEvent, useState } from 'react';
import type { StaffOutput } from '#contract/staff';
import { type Grouping, groupings } from '#contract/staff-views';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { FieldFrame } from '#ui/FieldFrame';
import { Select } from '#ui/Select';
import type { FiguresQuery } from './FiguresPage.tsx';

interface Props {
  brands: StaffOutput<'brands.list'>['brands'];
  query: FiguresQuery;
  onAsk: (query: FiguresQuery) => void;
}

export function FiguresForm({ brands, query, onAsk }: Props) {
  const [typed, setTyped] = useState(query);
  const set = (change: Partial<FiguresQuery>): void => setTyped((before) => ({ ...before, ...change }));
  const by = typed.by.split(',').filter(Boolean);
  const toggle = (grouping: Grouping): void =>
    set({ by: groupings.filter((each) => (each === grouping) !== by.includes(each)).join(',') });
  const setBrand = (brand: string): void =>
    setTyped(({ brand: _, ...rest }) => (brand === '' ? rest : { ...rest, brand }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAsk(typed);
  };
  const day = { type: 'date', required: true } as const;
  return (
    <form className="console-filters" onSubmit={submit}>
      <Select
        {...{ label: t('console:brand'), name: 'brand', value: typed.brand ?? '', onChange: setBrand }}
        options={[
          { value: '', text: t('console:all_brands') },
          ...brands.map(({ folder, name }) => ({ value: folder, text: name })),
        ]}
      />
      <Field
        {...day}
        {...{ label: t('console:from'), name: 'from', value: typed.from, onChange: (from) => set({ from }) }}
      />
      <Field {...day} {...{ label: t('console:to'), name: 'to', value: typed.to, onChange: (to) => set({ to }) }} />
      <FieldFrame label={t('console:by')} isGroup>
        {() => (
          <div className="console-checks">
            {groupings.map((each) => (
              <label key={each} className="check-row">
                <input type="checkbox" name={each} checked={by.includes(each)} onChange={() => toggle(each)} />
                <span>{t(`console:by_${each}`)}</span>
              </label>
            ))}
          </div>
        )}
      </FieldFrame>
      <Button kind="primary" type="submit">
        {t('console:show')}
      </Button>
    </form>
  );
}
