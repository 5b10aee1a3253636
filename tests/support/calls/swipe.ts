// The calls of `swipe`: a valid request of each, and the status of its answer.
import { type CallCases, unlessBlocked } from './call-case.ts';

export const swipeCases: CallCases<'swipe'> = {
  deck: { request: () => ({}), status: 200 },
  answer: { request: (id) => ({ json: { id, liked: true } }), status: unlessBlocked },
  undo: { request: (id) => ({ json: { id } }), status: 200 },
};
