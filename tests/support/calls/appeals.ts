// The calls of `appeals`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const appealsCases: CallCases<'appeals'> = {
  send: { request: () => ({ json: { token: 'A'.repeat(66), text: 'I never wrote that.' } }), status: 410 },
};
