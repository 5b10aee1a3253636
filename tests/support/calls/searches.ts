// The calls of `searches`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const searchesCases: CallCases<'searches'> = {
  list: { request: () => ({}), status: 200 },
  save: { request: () => ({ json: { name: 'Near me', filters: { gender: 'any' } } }), status: 204 },
  rename: { request: (id) => ({ json: { id, name: 'Near me' } }), status: 404 },
  remove: { request: (id) => ({ json: { id } }), status: 404 },
};
