// A table with a caption, which scrolls sideways by itself where the screen is narrow.
import { type ReactNode, useId } from 'react';

interface Props {
  caption: string;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  /** Shown instead of a table without rows. */
  empty: string;
}

export function Table({ caption, heads, rows, empty }: Props) {
  const id = useId();
  return (
    <div className="console-table">
      <h2 id={id}>{caption}</h2>
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        // A region that scrolls must be reachable by keyboard.
        <div className="console-scroll" role="region" aria-labelledby={id} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
