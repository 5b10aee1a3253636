// The calls of `profile`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const profileCases: CallCases<'profile'> = {
  own: { request: () => ({}), status: 200 },
  save: { request: () => ({ json: { section: 'details', hair_colour: 'red' } }), status: 200 },
};
