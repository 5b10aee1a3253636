// The calls of `safety`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const safetyCases: CallCases<'safety'> = {
  block: { request: (id) => ({ json: { id } }), status: 204 },
  unblock: { request: (id) => ({ json: { id } }), status: 204 },
  blocked: { request: () => ({}), status: 200 },
  report: { request: (id) => ({ json: { profile: id, category: 'else', text: '' } }), status: 200 },
  reports: { request: () => ({}), status: 200 },
  words: { request: () => ({}), status: 200 },
};
