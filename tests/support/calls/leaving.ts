// The calls of `leaving`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const leavingCases: CallCases<'leaving'> = {
  offer: { request: () => ({}), status: 200 },
  takeDiscount: { request: () => ({ json: {} }), status: 200 },
  remove: {
    request: () => ({ json: { password: 'wrong password', reason: 'other', remarks: '' } }),
    status: 422,
  },
  reactivate: { request: () => ({ json: { token: 'A'.repeat(43) } }), status: 410 },
};
