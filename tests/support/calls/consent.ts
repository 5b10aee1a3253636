// The calls of `consent`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const consentCases: CallCases<'consent'> = {
  give: { request: () => ({ json: { kind: 'terms' } }), status: 204 },
  withdraw: { request: () => ({}), status: 204 },
};
