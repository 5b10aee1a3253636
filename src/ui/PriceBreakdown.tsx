// A price breakdown, line by line.
export interface PriceLine {
  /** Where two lines may have the same label. */
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  /** The total, or a line that only explains. */
  readonly tone?: 'total' | 'quiet';
}

export function PriceBreakdown({ sums }: { sums: readonly PriceLine[] }) {
  return (
    <dl className="sums">
      {sums.map(({ id, label, value, tone }) => (
        <div key={id ?? label} className={tone && `sums-${tone}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
