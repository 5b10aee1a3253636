// Every call of the contract with a valid request and its expected status, for the tests that walk over the contract.
import { contract, type CallName } from '#contract/index';
import type { Endpoint } from '#contract/endpoint';
import type { CallOptions } from './server.ts';

export interface ContractCall {
  readonly name: CallName;
  readonly endpoint: Endpoint;
}

export const contractCalls: readonly ContractCall[] = Object.entries(contract).flatMap(([word, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, endpoint]) => ({ name: `${word}.${name}` as CallName, endpoint })),
);

/** Whether another site must not be able to trigger the call. */
export const changesSomething = ({ endpoint }: ContractCall): boolean =>
  (endpoint.method !== 'GET' || endpoint.changesState === true) && endpoint.beacon !== true;

/** The callers that may make the call. */
export const actors = [
  'visitor',
  'dead session',
  'unconfirmed',
  'free',
  'paid',
  'blocked',
  'blocker',
  'invisible',
  'pending deletion',
  'other tenant',
] as const;
export type Actor = (typeof actors)[number];
export const hasSession: readonly Actor[] = ['unconfirmed', 'free', 'paid', 'blocked', 'blocker', 'invisible'];

/**
 * One call for the tests that walk over the contract: a valid `request` about the member `id`, or about a conversation,
 * and the `status` of its answer to a caller with a live session. Other callers get 403 where the call requires a
 * member.
 */
interface CallCase {
  readonly request: (
    id: string,
    conversation: string,
  ) => Pick<CallOptions, 'query' | 'json'> | Pick<CallOptions, 'query' | 'body' | 'headers'>;
  readonly status: number | ((actor: Actor) => number);
}

const unlessBlocked = (actor: Actor): number => (actor === 'blocked' || actor === 'blocker' ? 403 : 200);

/** A call of the contract that is missing here does not compile. */
const CASES: Readonly<Record<CallName, CallCase>> = {
  'account.complain': {
    request: () => ({ json: { email: '', subject: 'else', text: 'Something went wrong.' } }),
    status: 200,
  },
  'auth.user': { request: () => ({}), status: 200 },
  'auth.login': {
    request: () => ({ json: { email: `${crypto.randomUUID()}@example.test`, password: 'wrong password' } }),
    status: 422,
  },
  'auth.setLanguage': { request: () => ({ json: { language: 'en' } }), status: 200 },
  'auth.logout': { request: () => ({}), status: 204 },
  'chats.list': { request: () => ({}), status: 200 },
  'chats.messages': { request: (id) => ({ query: `profile=${id}` }), status: unlessBlocked },
  'chats.send': {
    request: (id) => ({ json: { profile: id, text: 'Good evening', client_id: crypto.randomUUID() } }),
    status: unlessBlocked,
  },
  // A conversation of other members.
  'chats.read': { request: (_, conversation) => ({ json: { conversation, seq: 1 } }), status: 404 },
  // A conversation of other members.
  'chats.typing': { request: (_, conversation) => ({ json: { conversation } }), status: 404 },
  'credits.packages': { request: () => ({}), status: 200 },
  'credits.methods': { request: () => ({}), status: 200 },
  'credits.order': { request: () => ({ json: { package: '35', method: 'ideal' } }), status: 200 },
  // Not a payment of the caller.
  'credits.payment': { request: (id) => ({ query: `id=${id}` }), status: 404 },
  'credits.transactions': { request: () => ({}), status: 200 },
  'credits.ledger': { request: () => ({}), status: 200 },
  'likes.list': { request: () => ({}), status: 200 },
  'likes.add': { request: (id) => ({ json: { id } }), status: unlessBlocked },
  'likes.remove': { request: (id) => ({ json: { id } }), status: 204 },
  'likes.seen': { request: (id) => ({ json: { id } }), status: 204 },
  'members.search': { request: () => ({ query: 'gender=any' }), status: 200 },
  'members.view': { request: (id) => ({ query: `id=${id}` }), status: (actor) => (actor === 'blocked' ? 403 : 200) },
  'members.visitors': { request: (id) => ({ query: `id=${id}` }), status: 200 },
  'signup.begin': { request: () => ({ json: { gender: 'female' } }), status: 200 },
  'signup.join': {
    request: () => ({
      json: {
        email: `${crypto.randomUUID()}@example.test`,
        name: 'New Member',
        password: 'seven green bottles',
        date_of_birth: '1990-06-15',
        gender: 'female',
        seeks: 'male',
        country: 'NL',
        terms: 'yes',
        consent: 'yes',
      },
    }),
    status: 200,
  },
  'signup.activate': { request: () => ({ json: { token: 'A'.repeat(43) } }), status: 410 },
  'signup.sendAgain': { request: () => ({ json: {} }), status: (actor) => (actor === 'unconfirmed' ? 204 : 409) },
  'site.settings': { request: () => ({}), status: 200 },
  'site.interests': { request: () => ({}), status: 200 },
  'site.regions': { request: () => ({}), status: 200 },
  'site.cities': { request: () => ({ query: 'country=NL&region=NL-UT' }), status: 200 },
  'site.companyInfo': { request: () => ({}), status: 200 },
  'site.cspReport': { request: () => ({ json: {} }), status: 204 },
};

/** The status of the answer to `requestFor` this call, for a caller with a live session. */
export function expectedStatus(name: CallName, actor: Actor): number {
  const { status } = CASES[name];
  return typeof status === 'number' ? status : status(actor);
}

/**
 * A valid request for a call, about the member `id`, or about a conversation; without one, about a conversation that
 * does not exist.
 */
export const requestFor = ({ name, endpoint }: ContractCall, id: string, conversation = id): CallOptions => ({
  method: endpoint.method,
  ...CASES[name].request(id, conversation),
});
