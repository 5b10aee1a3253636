// What a caller is told of an error that no one expected.
import { isDatabaseUnavailable } from '../db/errors.ts';
import { StorageUnavailable } from '../storage/file-store.ts';
import { Refusal } from './refusal.ts';

/** Without what happened, which only the log says. */
export const unexpected = (error: unknown): Refusal =>
  isDatabaseUnavailable(error) || error instanceof StorageUnavailable
    ? new Refusal('unavailable', { retryAfter: 5 })
    : new Refusal('internal');
