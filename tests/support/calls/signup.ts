// The calls of `signup`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const signupCases: CallCases<'signup'> = {
  begin: { request: () => ({ json: { gender: 'female' } }), status: 200 },
  join: {
    request: () => ({
      json: {
        email: `${crypto.randomUUID()}@example.test`,
        name: 'New Member',
        password: 'seven green bottles',
        date_of_birth: '1990-06-15',
        gender: 'female',
        seeks: 'male',
        country: 'NL',
        terms: 'yes',
        consent: 'yes',
      },
    }),
    status: 200,
  },
  activate: { request: () => ({ json: { token: 'A'.repeat(43) } }), status: 410 },
  sendAgain: { request: () => ({ json: {} }), status: (actor) => (actor === 'unconfirmed' ? 204 : 409) },
  changeAddress: {
    request: () => ({ json: { email: `${crypto.randomUUID()}@example.test` } }),
    status: (actor) => (actor === 'unconfirmed' ? 204 : 409),
  },
  finishStep: { request: () => ({ json: { step: 'about' } }), status: 204 },
};
