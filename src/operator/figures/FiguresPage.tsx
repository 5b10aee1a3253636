// Figures of one or all brands: what was asked for, a chart, a table, and the same as CSV.
import { useState } from 'react';
import type { StaffInput } from '#contract/staff';
import { type Grouping, groupings } from '#contract/staff-views';
import { isoDay, isoDayAfter } from '#domain/iso-day';
import { now } from '#lib/clock';
import { t } from '#lib/i18n';
import { EmptyState } from '#ui/EmptyState';
import { useAsked } from '../asked.ts';
import { Heading } from '../Heading.tsx';
import { Loaded } from '../Loaded.tsx';
import { Chart } from './Chart.tsx';
import { FiguresForm } from './FiguresForm.tsx';
import { FiguresTable } from './FiguresTable.tsx';

export type FiguresQuery = StaffInput<'figures.read'>;

const DAYS = 30;

export function FiguresPage() {
  const [brands, reloadBrands] = useAsked('brands.list', {});
  const [query, setQuery] = useState<FiguresQuery>(() => ({
    from: isoDayAfter(now(), 1 - DAYS),
    to: isoDay(now()),
    by: 'day',
  }));
  return (
    <>
      <Heading text={t('console:nav_figures')} />
      <Loaded asked={brands} onRetry={reloadBrands}>
        {(answer) => <FiguresForm {...{ brands: answer.brands, query, onAsk: setQuery }} />}
      </Loaded>
      <Answer query={query} />
    </>
  );
}

function Answer({ query }: { query: FiguresQuery }) {
  const [asked, reload] = useAsked('figures.read', query);
  const by = groupings.filter((each): each is Grouping => query.by.split(',').includes(each));
  return (
    <Loaded asked={asked} onRetry={reload}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState heading={t('console:no_figures')} text={t('console:no_figures_text')} />
        ) : (
          <>
            {by.includes('day') && <Chart {...{ rows, at: by.indexOf('day'), from: query.from, to: query.to }} />}
            <FiguresTable {...{ rows, by, query }} />
          </>
        )
      }
    </Loaded>
  );
}
