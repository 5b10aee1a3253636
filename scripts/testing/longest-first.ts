// The order of Vitest's files: the longest start first, so that the workers end at about the same time.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take about a minute or more; Vitest knows no durations on a clean clone. */
export const LONGEST = [
  'tests/recipes.test.ts',
  'tests/api/start.test.ts',
  'tests/niches.test.ts',
  'tests/api/payment-crash.test.ts',
  'tests/api/message-crash.test.ts',
  'tests/api/money-faults.test.ts',
  'tests/unit/arguments.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
