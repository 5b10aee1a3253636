// The calls of `finder`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const finderCases: CallCases<'finder'> = {
  read: { request: () => ({}), status: 200 },
  matches: { request: () => ({ json: { answers: { place: 'region' } } }), status: 200 },
  atSignup: { request: () => ({}), status: 200 },
  keep: { request: () => ({ json: { answers: { hope: 'dates', time: null }, consent: 'yes' } }), status: 204 },
  forget: { request: () => ({}), status: 204 },
};
