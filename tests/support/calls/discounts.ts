// The calls of `discounts`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const discountsCases: CallCases<'discounts'> = {
  find: { request: () => ({ query: 'welcome=true' }), status: 200 },
  own: { request: () => ({}), status: 200 },
  timeBonus: { request: () => ({}), status: 200 },
};
