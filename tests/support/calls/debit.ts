// The calls of `debit`: a valid request of each, and the status of its answer.
import { someAccount, someNumber, unknownMandate } from '../debit.ts';
import type { CallCases } from './call-case.ts';

export const debitCases: CallCases<'debit'> = {
  offer: { request: () => ({}), status: 200 },
  begin: {
    request: () => ({ json: { ...someAccount, phone: someNumber() } }),
    status: (actor) => (actor === 'unconfirmed' ? 403 : 200),
  },
  cancel: { request: () => ({ method: 'DELETE', json: { reference: 'M1-A' } }), status: 204 },
  confirm: { request: () => ({ json: unknownMandate }), status: 422 },
};
