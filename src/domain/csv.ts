// Rows of texts as lines of CSV that no spreadsheet takes for formulas.

/** RFC 4180. What begins as a formula would gets an apostrophe before it; numbers stay numbers. */
export const csvLine = (cells: readonly string[]): string => cells.map(csvCell).join(',');

function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
