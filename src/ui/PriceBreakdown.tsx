// A price breakdown, line by line.
export interface PriceLine {
  readonly label: string;
  readonly value: string;
  /** The total, or a line that only explains. */
  readonly tone?: 'total' | 'quiet';
}

export function PriceBreakdown({ sums }: { sums: readonly PriceLine[] }) {
  return (
    <dl className="sums">
      {sums.map(({ label, value, tone }) => (
        <div key={label} className={tone && `sums-${tone}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
