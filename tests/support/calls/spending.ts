// The calls of `spending`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const spendingCases: CallCases<'spending'> = {
  read: { request: () => ({}), status: 200 },
  limit: { request: () => ({ method: 'PUT', json: { daily: 10_000_000 } }), status: 200 },
};
