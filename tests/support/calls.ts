// The whole contract as a list, with an input for each call that is right but for the ids.
import { contract } from '#contract/index';
import type { Endpoint } from '#contract/endpoint';
import type { CallOptions } from './server.ts';

export interface ContractCall {
  readonly name: string;
  readonly endpoint: Endpoint;
}

export const contractCalls: readonly ContractCall[] = Object.entries(contract).flatMap(([word, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, endpoint]) => ({ name: `${word}.${name}`, endpoint })),
);

/** Whether another site must not be able to set the call off. */
export const changesSomething = ({ endpoint }: ContractCall): boolean =>
  (endpoint.method !== 'GET' || endpoint.changesState === true) && endpoint.beacon !== true;

/** A valid input by call; a call that is missing here fails the tests that walk the contract. `id` is a member's. */
const inputs: Readonly<Record<string, (id: string, conversation: string) => { query?: string; json?: unknown }>> = {
  'account.complain': () => ({ json: { email: '', subject: 'else', text: 'Something went wrong.' } }),
  'auth.user': () => ({}),
  'auth.login': () => ({ json: { email: `${crypto.randomUUID()}@example.test`, password: 'wrong password' } }),
  'auth.setLanguage': () => ({ json: { language: 'en' } }),
  'auth.logout': () => ({}),
  'chats.list': () => ({}),
  'chats.messages': (id) => ({ query: `profile=${id}` }),
  'chats.send': (id) => ({ json: { profile: id, text: 'Good evening', client_id: crypto.randomUUID() } }),
  'chats.read': (_, conversation) => ({ json: { conversation, seq: 1 } }),
  'chats.typing': (_, conversation) => ({ json: { conversation } }),
  'credits.packages': () => ({}),
  'credits.methods': () => ({}),
  'credits.order': () => ({ json: { package: '35', method: 'ideal' } }),
  'credits.payment': (id) => ({ query: `id=${id}` }),
  'credits.transactions': () => ({}),
  'credits.ledger': () => ({}),
  'likes.list': () => ({}),
  'likes.add': (id) => ({ json: { id } }),
  'likes.remove': (id) => ({ json: { id } }),
  'likes.seen': (id) => ({ json: { id } }),
  'members.search': () => ({ query: 'gender=any' }),
  'members.view': (id) => ({ query: `id=${id}` }),
  'members.visitors': (id) => ({ query: `id=${id}` }),
  'signup.begin': () => ({ json: { gender: 'female' } }),
  'signup.join': () => ({
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
  'signup.activate': () => ({ json: { token: 'A'.repeat(43) } }),
  'signup.sendAgain': () => ({ json: {} }),
  'site.settings': () => ({}),
  'site.interests': () => ({}),
  'site.regions': () => ({}),
  'site.cities': () => ({ query: 'country=NL&region=NL-UT' }),
  'site.companyInfo': () => ({}),
  'site.cspReport': () => ({ json: {} }),
};

/** A right request for a call, about the member `id`, or about a conversation; without one it is of a conversation that is not there. */
export function requestFor({ name, endpoint }: ContractCall, id: string, conversation = id): CallOptions {
  const input = inputs[name]?.(id, conversation);
  if (!input) throw new Error(`tests/support/calls.ts has no input for ${name}.`);
  return { method: endpoint.method, ...input };
}
