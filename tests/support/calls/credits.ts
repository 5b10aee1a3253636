// The calls of `credits`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const creditsCases: CallCases<'credits'> = {
  packages: { request: () => ({}), status: 200 },
  methods: { request: () => ({}), status: 200 },
  order: { request: () => ({ json: { package: '35', method: 'ideal' } }), status: 200 },
  // Not a payment of the caller.
  cancel: { request: (id) => ({ json: { payment: id } }), status: 404 },
  // Not a payment of the caller.
  payment: { request: (id) => ({ query: `id=${id}` }), status: 404 },
  transactions: { request: () => ({}), status: 200 },
  // Not a payment of the caller.
  withdrawal: { request: (id) => ({ query: `payment=${id}` }), status: 404 },
  withdraw: { request: (id) => ({ json: { payment: id } }), status: 404 },
  ledger: { request: () => ({}), status: 200 },
};
