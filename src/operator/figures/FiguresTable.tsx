// The figures as a table with sums, and as a file.
import { useEffect, useState } from 'react';
import type { Grouping } from '#contract/staff-views';
import { csvLine } from '#domain/csv';
import { formatMoney, formatNumber, t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { Table } from '../Table.tsx';
import type { FiguresQuery } from './FiguresPage.tsx';
import { counted, currenciesOf, moved, type Row, sumOf, valueOf } from './rows.ts';

interface Props {
  rows: readonly Row[];
  by: readonly Grouping[];
  query: FiguresQuery;
}

export function FiguresTable({ rows, by, query }: Props) {
  const currencies = currenciesOf(rows);
  const columns = [
    ...counted.map((measure) => ({ measure, currency: '' })),
    ...currencies.flatMap((currency) => moved.map((measure) => ({ measure, currency }))),
  ];
  const shown = (value: number, currency: string): string =>
    currency === '' ? formatNumber(value) : formatMoney({ amount: value, currency });
  const sums = columns.map(({ measure, currency }) => shown(sumOf(rows, measure, currency), currency));
  return (
    <>
      <Table
        caption={t('console:figures_caption', { from: query.from, to: query.to })}
        empty=""
        heads={[
          t('console:brand'),
          ...by.map((each) => t(`console:by_${each}`)),
          ...columns.map(({ measure, currency }) => `${t(`console:measure_${measure}`)} ${currency}`.trim()),
        ]}
        rows={[
          ...rows.map((row) => [
            row.brand,
            ...row.keys,
            ...columns.map(({ measure, currency }) => shown(valueOf(row, measure, currency), currency)),
          ]),
          [t('console:sum'), ...by.map(() => ''), ...sums].map((cell, index) => <b key={index}>{cell}</b>),
        ]}
      />
      <p className="note">{t('console:figures_note')}</p>
      <CsvButton
        name={`figures-${query.from}-${query.to}.csv`}
        lines={[
          ['brand', ...by, ...columns.map(({ measure, currency }) => [measure, currency].filter(Boolean).join('_'))],
          ...rows.map((row) => [
            ...[row.brand, ...row.keys],
            ...columns.map(({ measure, currency }) => String(valueOf(row, measure, currency))),
          ]),
        ]}
      />
    </>
  );
}

/** As the command line prints it. */
function CsvButton({ name, lines }: { name: string; lines: readonly (readonly string[])[] }) {
  const [address, setAddress] = useState('');
  const text = lines.map((line) => `${csvLine(line)}\r\n`).join('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return (
    <Button kind="line" icon="download" href={address} isDownload={name}>
      {t('console:csv')}
    </Button>
  );
}
