// The calls of `settings`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const settingsCases: CallCases<'settings'> = {
  read: { request: () => ({}), status: 200 },
  setPrivacy: { request: () => ({ json: {} }), status: 204 },
  changePassword: {
    request: () => ({
      json: { old: 'wrong password', password: 'seven green bottles', password_again: 'seven green bottles' },
    }),
    status: 422,
  },
  changeEmail: { request: () => ({ json: { email: 'x', password: 'wrong password' } }), status: 422 },
  cancelEmailChange: { request: () => ({ json: {} }), status: 410 },
  finishEmailChange: { request: () => ({ json: { token: 'A'.repeat(43) } }), status: 410 },
  requestExport: { request: () => ({ json: { password: 'wrong password' } }), status: 422 },
  readExport: { request: () => ({}), status: 200 },
  sessions: { request: () => ({}), status: 200 },
  endSessions: { request: () => ({ json: { id: 'a'.repeat(64) } }), status: 204 },
};
