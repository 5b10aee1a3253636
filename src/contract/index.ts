// The whole contract in one value, for the server, the tests and OpenAPI; browsers import single features instead.
import { auth } from './auth.ts';
import { members } from './members.ts';
import { site } from './site.ts';

export const contract = { auth, members, site };
export type Contract = typeof contract;
