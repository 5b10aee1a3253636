// A table of labelled on/off switches: what, and by which of several ways.
import { useId } from 'react';

interface Cell {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

interface Props<Way extends string> {
  /** What the table is about, for screen readers. */
  label: string;
  ways: Readonly<Record<Way, string>>;
  /** A row without the cell of a way shows a dash there, which reads as `none`. */
  rows: readonly {
    readonly name: string;
    readonly label: string;
    readonly note: string;
    readonly cells: Readonly<Partial<Record<Way, Cell>>>;
  }[];
  none: string;
}

export function SwitchTable<Way extends string>({ label, ways, rows, none }: Props<Way>) {
  const id = useId();
  const columns = Object.entries(ways) as [Way, string][];
  return (
    <table className="switch-table" aria-label={label}>
      <thead>
        <tr>
          <td />
          {columns.map(([way, text]) => (
            <th key={way} id={`${id}-${way}`} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, label: rowLabel, note, cells }) => (
          <tr key={name}>
            <th scope="row">
              <span id={`${id}-${name}`}>{rowLabel}</span>
              <span className="field-note" id={`${id}-${name}-note`}>
                {note}
              </span>
            </th>
            {columns.map(([way]) => (
              <td key={way}>
                <SwitchCell
                  name={`${name}-${way}`}
                  labelledBy={`${id}-${name} ${id}-${way}`}
                  describedBy={`${id}-${name}-note`}
                  cell={cells[way]}
                  none={none}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SwitchCellProps {
  name: string;
  labelledBy: string;
  describedBy: string;
  cell: Cell | undefined;
  none: string;
}

/** The label takes a tap beside the switch. */
function SwitchCell({ name, labelledBy, describedBy, cell, none }: SwitchCellProps) {
  if (!cell)
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{none}</span>
      </>
    );
  return (
    <label>
      <input
        className="switch"
        type="checkbox"
        role="switch"
        name={name}
        checked={cell.isOn}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        onChange={(event) => cell.onChange(event.target.checked)}
      />
    </label>
  );
}
