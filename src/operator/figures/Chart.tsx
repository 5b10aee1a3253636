// One figure by day as bars. The table below says the same to those who do not see it.
import { useState } from 'react';
import { formatMoney, formatNumber, t } from '#lib/i18n';
import { Select } from '#ui/Select';
import { counted, currenciesOf, dailySums, type Measure, moved, type Row } from './rows.ts';

const WIDTH = 720;
const HEIGHT = 200;
const GAP = 0.2;

interface Props {
  rows: readonly Row[];
  /** Where the day stands among the keys. */
  at: number;
  from: string;
  to: string;
}

export function Chart({ rows, ...days }: Props) {
  const choices = [
    ...currenciesOf(rows).flatMap((currency) => moved.map((measure) => `${measure} ${currency}`)),
    ...counted,
  ];
  const [chosen, setChosen] = useState('');
  const value = choices.includes(chosen) ? chosen : (choices[0] ?? '');
  const [measure = '', currency = ''] = value.split(' ');
  const bars = dailySums(rows, days, measure as Measure, currency);
  const most = Math.max(1, ...bars.map(([, each]) => each));
  const shown = (amount: number): string => (currency ? formatMoney({ amount, currency }) : formatNumber(amount));
  const nameOf = (choice: string): string => {
    const [name = '', of = ''] = choice.split(' ');
    return `${t(`console:measure_${name}`)} ${of}`.trim();
  };
  const label = t('console:chart_label', {
    what: nameOf(value),
    from: days.from,
    to: days.to,
    most: shown(most),
  });
  const wide = WIDTH / bars.length;
  return (
    <figure className="console-chart">
      <Select
        {...{ label: t('console:chart'), name: 'measure', value, onChange: setChosen }}
        options={choices.map((each) => ({ value: each, text: nameOf(each) }))}
      />
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {bars.map(([day, amount], index) => {
          const high = (HEIGHT * Math.max(0, amount)) / most;
          return (
            <rect key={day} x={index * wide} y={HEIGHT - high} width={wide * (1 - GAP)} height={high}>
              <title>{`${day}: ${shown(amount)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="note">{label}</figcaption>
    </figure>
  );
}
