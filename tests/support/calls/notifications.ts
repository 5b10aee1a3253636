// The calls of `notifications`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const notificationsCases: CallCases<'notifications'> = {
  read: { request: () => ({}), status: 200 },
  set: { request: () => ({ json: { type: 'like', wanted: false } }), status: 200 },
  setPush: { request: () => ({ json: { type: 'like', wanted: false } }), status: 200 },
  setQuiet: { request: () => ({ json: { quiet: { from: '22:00', to: '08:00' } } }), status: 200 },
  enable: { request: () => ({ json: {} }), status: 200 },
  unsubscribe: { request: () => ({ json: { token: 'A'.repeat(66) } }), status: 410 },
};
