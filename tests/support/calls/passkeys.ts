// The calls of `passkeys`: a valid request of each, and the status of its answer.
import { newCredential, usedCredential } from '../call-inputs.ts';
import type { CallCases } from './call-case.ts';

export const passkeysCases: CallCases<'passkeys'> = {
  challenge: { request: () => ({ json: {} }), status: 200 },
  login: { request: () => ({ json: { credential: usedCredential } }), status: 422 },
  list: { request: () => ({}), status: 200 },
  begin: { request: () => ({ json: { password: 'wrong password' } }), status: 422 },
  add: { request: () => ({ json: { name: 'Phone', credential: newCredential } }), status: 422 },
  rename: { request: () => ({ json: { id: 'AAAA', name: 'Phone' } }), status: 404 },
  remove: { request: () => ({ json: { id: 'AAAA', password: 'wrong password' } }), status: 422 },
};
