// The calls of `trust`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const trustCases: CallCases<'trust'> = {
  show: { request: () => ({}), status: 200 },
};
