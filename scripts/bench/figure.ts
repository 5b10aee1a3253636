// Defines the benchmark's figures: a value beside its reference from the same run, its budget, and how both are
// printed.

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The budget: the maximum or minimum of `value`; null for a figure without one. */
  readonly budget: { readonly atMost: number } | { readonly atLeast: number } | null;
  /** The reference, and what else a reader needs to judge the figure. */
  readonly beside: string;
}

export function isMet({ value, budget }: Figure): boolean {
  if (!budget) return true;
  return 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast;
}

export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.what,
    `${short(figure.value)} ${figure.unit}`.trim(),
    budgetText(figure),
    figure.budget ? (isMet(figure) ? 'met' : 'MISSED') : '',
    figure.beside,
  ]);
  const all = [['figure', 'measured', 'budget', '', 'beside'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

function budgetText({ budget }: Figure): string {
  if (!budget) return '';
  return 'atMost' in budget ? `≤ ${budget.atMost.toLocaleString('en')}` : `≥ ${budget.atLeast.toLocaleString('en')}`;
}

const short = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });

/** The value below which `share` of all values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
