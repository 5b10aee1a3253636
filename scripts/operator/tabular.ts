// Rows of texts as lines of a table for the terminal.

/** Columns of equal width; numbers stand on the right. Control characters would move the terminal's cursor. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, ' ')));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const isNumber = (column: number): boolean => cells.slice(1).every((row) => /^-?[\d.]+$/.test(row[column] ?? ''));
  return cells.map((row) =>
    row
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
