// The calls of `likes`: a valid request of each, and the status of its answer.
import { type CallCases, unlessBlocked } from './call-case.ts';

export const likesCases: CallCases<'likes'> = {
  list: { request: () => ({}), status: 200 },
  more: {
    request: (id) => ({ query: `list=received&cursor=${Date.UTC(2100, 0, 1)}_${id}` }),
    status: 200,
  },
  news: { request: () => ({}), status: 200 },
  auto: { request: () => ({}), status: 204 },
  add: { request: (id) => ({ json: { id } }), status: unlessBlocked },
  remove: { request: (id) => ({ json: { id } }), status: 204 },
  seen: { request: (id) => ({ json: { id } }), status: 204 },
};
