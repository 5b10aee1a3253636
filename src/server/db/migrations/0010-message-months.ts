// Functions that create and drop partitions by time.
import { partitionFunctions } from '../partitions.ts';

/** One statement each, since the embedded engine takes one at a time. */
export const messageMonths: readonly string[] = [...partitionFunctions];
