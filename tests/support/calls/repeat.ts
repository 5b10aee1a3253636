// The calls of `repeat`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const repeatCases: CallCases<'repeat'> = {
  list: { request: () => ({}), status: 200 },
  // There is no kept card.
  order: { request: () => ({ json: { package: '35', amount: 4599 } }), status: 409 },
  forgetCard: { request: () => ({ json: {} }), status: 204 },
};
