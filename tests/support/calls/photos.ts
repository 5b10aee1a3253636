// The calls of `photos`: a valid request of each, and the status of its answer.
import { upload } from '../call-inputs.ts';
import type { CallCases } from './call-case.ts';

export const photosCases: CallCases<'photos'> = {
  list: { request: () => ({}), status: 200 },
  upload: { request: () => ({ query: 'private=0', ...upload }), status: 200 },
  remove: { request: (id) => ({ json: { id } }), status: 200 },
  // Not photos of the caller.
  setAccess: { request: (id) => ({ json: { id, private: true } }), status: 404 },
  sort: { request: (id) => ({ json: { ids: [id] } }), status: 200 },
  setMain: { request: (id) => ({ json: { id } }), status: 404 },
};
