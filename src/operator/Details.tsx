// Facts as label and value; what has no value is left out.
import type { ReactNode } from 'react';

export type Detail = readonly [label: string, value: ReactNode];

export function Details({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="console-details">
      {details
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
