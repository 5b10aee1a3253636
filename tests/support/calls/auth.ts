// The calls of `auth`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const authCases: CallCases<'auth'> = {
  user: { request: () => ({}), status: 200 },
  login: {
    request: () => ({ json: { email: `${crypto.randomUUID()}@example.test`, password: 'wrong password' } }),
    status: 422,
  },
  requestLoginMail: { request: () => ({ json: { email: `${crypto.randomUUID()}@example.test` } }), status: 200 },
  loginByMail: { request: () => ({ json: { token: 'A'.repeat(43) } }), status: 410 },
  requestReset: { request: () => ({ json: { email: `${crypto.randomUUID()}@example.test` } }), status: 404 },
  resetPassword: {
    request: () => ({
      json: { token: 'A'.repeat(43), password: 'seven green bottles', password_again: 'seven green bottles' },
    }),
    status: 410,
  },
  setLanguage: { request: () => ({ json: { language: 'en' } }), status: 200 },
  logout: { request: () => ({}), status: 204 },
  pageHidden: { request: () => ({ json: {} }), status: 204 },
};
