// The calls of `selfies`: a valid request of each, and the status of its answer.
import { upload } from '../call-inputs.ts';
import type { CallCases } from './call-case.ts';

export const selfiesCases: CallCases<'selfies'> = {
  read: { request: () => ({}), status: 200 },
  // Of a member without a main photo.
  send: { request: () => ({ query: 'gesture=thumb_up', ...upload }), status: 409 },
  withdraw: { request: () => ({}), status: 200 },
};
