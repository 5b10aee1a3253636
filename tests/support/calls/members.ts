// The calls of `members`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const membersCases: CallCases<'members'> = {
  search: { request: () => ({ query: 'gender=any' }), status: 200 },
  view: { request: (id) => ({ query: `id=${id}` }), status: (actor) => (actor === 'blocked' ? 403 : 200) },
  similar: { request: (id) => ({ query: `id=${id}` }), status: (actor) => (actor === 'blocked' ? 403 : 200) },
  visitors: { request: (id) => ({ query: `id=${id}` }), status: 200 },
};
