// A bill: what, and how much, line by line.
export interface Sum {
  readonly label: string;
  readonly value: string;
  /** The last line that counts, or one that only explains. */
  readonly tone?: 'total' | 'quiet';
}

export function Sums({ sums }: { sums: readonly Sum[] }) {
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
