// The calls of `push`: a valid request of each, and the status of its answer.
import { pushSubscription } from '../call-inputs.ts';
import type { CallCases } from './call-case.ts';

export const pushCases: CallCases<'push'> = {
  read: { request: () => ({}), status: 200 },
  subscribe: { request: () => ({ json: pushSubscription() }), status: 200 },
  unsubscribe: { request: () => ({ json: {} }), status: 204 },
};
