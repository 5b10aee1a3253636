// Every call of the contract with a valid request and its expected status, for the tests that walk over the contract.
import { contract, type CallName } from '#contract/index';
import type { Endpoint } from '#contract/endpoint';
import { newCredential, pushSubscription, upload, usedCredential } from './call-inputs.ts';
import { someAccount, someNumber, unknownMandate } from './debit.ts';
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
  'appeals.send': { request: () => ({ json: { token: 'A'.repeat(66), text: 'I never wrote that.' } }), status: 410 },
  'auth.user': { request: () => ({}), status: 200 },
  'auth.login': {
    request: () => ({ json: { email: `${crypto.randomUUID()}@example.test`, password: 'wrong password' } }),
    status: 422,
  },
  'auth.requestLoginMail': { request: () => ({ json: { email: `${crypto.randomUUID()}@example.test` } }), status: 200 },
  'auth.loginByMail': { request: () => ({ json: { token: 'A'.repeat(43) } }), status: 410 },
  'auth.requestReset': { request: () => ({ json: { email: `${crypto.randomUUID()}@example.test` } }), status: 404 },
  'auth.resetPassword': {
    request: () => ({
      json: { token: 'A'.repeat(43), password: 'seven green bottles', password_again: 'seven green bottles' },
    }),
    status: 410,
  },
  'auth.setLanguage': { request: () => ({ json: { language: 'en' } }), status: 200 },
  'auth.logout': { request: () => ({}), status: 204 },
  'chats.list': { request: () => ({}), status: 200 },
  'chats.messages': { request: (id) => ({ query: `profile=${id}` }), status: unlessBlocked },
  'chats.send': {
    request: (id) => ({ json: { profile: id, text: 'Good evening', client_id: crypto.randomUUID() } }),
    status: unlessBlocked,
  },
  'chats.sendPicture': {
    request: (id) => ({ query: `profile=${id}&client_id=${crypto.randomUUID()}`, ...upload }),
    status: unlessBlocked,
  },
  // A conversation of other members.
  'chats.read': { request: (_, conversation) => ({ json: { conversation, seq: 1 } }), status: 404 },
  // A conversation of other members.
  'chats.deleteMessage': {
    request: (id, conversation) => ({ json: { conversation, client_id: id, scope: 'me' } }),
    status: 404,
  },
  // A conversation of other members.
  'chats.remove': { request: (_, conversation) => ({ json: { conversation } }), status: 404 },
  // A conversation of other members.
  'chats.typing': { request: (_, conversation) => ({ json: { conversation } }), status: 404 },
  'consent.give': { request: () => ({ json: { kind: 'terms' } }), status: 204 },
  'consent.withdraw': { request: () => ({}), status: 204 },
  'credits.packages': { request: () => ({}), status: 200 },
  'credits.methods': { request: () => ({}), status: 200 },
  'credits.order': { request: () => ({ json: { package: '35', method: 'ideal' } }), status: 200 },
  // Not a payment of the caller.
  'credits.cancel': { request: (id) => ({ json: { payment: id } }), status: 404 },
  // Not a payment of the caller.
  'credits.payment': { request: (id) => ({ query: `id=${id}` }), status: 404 },
  'credits.transactions': { request: () => ({}), status: 200 },
  // Not a payment of the caller.
  'credits.withdrawal': { request: (id) => ({ query: `payment=${id}` }), status: 404 },
  'credits.withdraw': { request: (id) => ({ json: { payment: id } }), status: 404 },
  'credits.ledger': { request: () => ({}), status: 200 },
  'debit.offer': { request: () => ({}), status: 200 },
  'debit.begin': {
    request: () => ({ json: { ...someAccount, phone: someNumber() } }),
    status: (actor) => (actor === 'unconfirmed' ? 403 : 200),
  },
  'debit.cancel': { request: () => ({ method: 'DELETE', json: { reference: 'M1-A' } }), status: 204 },
  'debit.confirm': { request: () => ({ json: unknownMandate }), status: 422 },
  'discounts.find': { request: () => ({ query: 'welcome=true' }), status: 200 },
  'discounts.own': { request: () => ({}), status: 200 },
  'discounts.timeBonus': { request: () => ({}), status: 200 },
  'leaving.offer': { request: () => ({}), status: 200 },
  'leaving.takeDiscount': { request: () => ({ json: {} }), status: 200 },
  'finder.read': { request: () => ({}), status: 200 },
  'finder.matches': { request: () => ({ json: { answers: { place: 'region' } } }), status: 200 },
  'finder.atSignup': { request: () => ({}), status: 200 },
  'finder.keep': { request: () => ({ json: { answers: { hope: 'dates', time: null }, consent: 'yes' } }), status: 204 },
  'finder.forget': { request: () => ({}), status: 204 },
  'leaving.remove': {
    request: () => ({ json: { password: 'wrong password', reason: 'other', remarks: '' } }),
    status: 422,
  },
  'leaving.reactivate': { request: () => ({ json: { token: 'A'.repeat(43) } }), status: 410 },
  'likes.list': { request: () => ({}), status: 200 },
  'likes.auto': { request: () => ({}), status: 204 },
  'likes.add': { request: (id) => ({ json: { id } }), status: unlessBlocked },
  'likes.remove': { request: (id) => ({ json: { id } }), status: 204 },
  'likes.seen': { request: (id) => ({ json: { id } }), status: 204 },
  'members.search': { request: () => ({ query: 'gender=any' }), status: 200 },
  'members.view': { request: (id) => ({ query: `id=${id}` }), status: (actor) => (actor === 'blocked' ? 403 : 200) },
  'members.similar': { request: (id) => ({ query: `id=${id}` }), status: (actor) => (actor === 'blocked' ? 403 : 200) },
  'members.visitors': { request: (id) => ({ query: `id=${id}` }), status: 200 },
  'notifications.read': { request: () => ({}), status: 200 },
  'notifications.set': { request: () => ({ json: { type: 'like', wanted: false } }), status: 200 },
  'notifications.setPush': { request: () => ({ json: { type: 'like', wanted: false } }), status: 200 },
  'notifications.setQuiet': { request: () => ({ json: { quiet: { from: '22:00', to: '08:00' } } }), status: 200 },
  'notifications.enable': { request: () => ({ json: {} }), status: 200 },
  'notifications.unsubscribe': { request: () => ({ json: { token: 'A'.repeat(66) } }), status: 410 },
  'safety.block': { request: (id) => ({ json: { id } }), status: 204 },
  'safety.unblock': { request: (id) => ({ json: { id } }), status: 204 },
  'safety.blocked': { request: () => ({}), status: 200 },
  'safety.report': { request: (id) => ({ json: { profile: id, category: 'else', text: '' } }), status: 200 },
  'safety.reports': { request: () => ({}), status: 200 },
  'settings.read': { request: () => ({}), status: 200 },
  'settings.setPrivacy': { request: () => ({ json: {} }), status: 204 },
  'settings.changePassword': {
    request: () => ({
      json: { old: 'wrong password', password: 'seven green bottles', password_again: 'seven green bottles' },
    }),
    status: 422,
  },
  'settings.changeEmail': { request: () => ({ json: { email: 'x', password: 'wrong password' } }), status: 422 },
  'settings.cancelEmailChange': { request: () => ({ json: {} }), status: 410 },
  'settings.finishEmailChange': { request: () => ({ json: { token: 'A'.repeat(43) } }), status: 410 },
  'settings.requestExport': { request: () => ({ json: { password: 'wrong password' } }), status: 422 },
  'settings.readExport': { request: () => ({}), status: 200 },
  'settings.sessions': { request: () => ({}), status: 200 },
  'settings.endSessions': { request: () => ({ json: { id: 'a'.repeat(64) } }), status: 204 },
  'passkeys.challenge': { request: () => ({ json: {} }), status: 200 },
  'passkeys.login': { request: () => ({ json: { credential: usedCredential } }), status: 422 },
  'passkeys.list': { request: () => ({}), status: 200 },
  'passkeys.begin': { request: () => ({ json: { password: 'wrong password' } }), status: 422 },
  'passkeys.add': { request: () => ({ json: { name: 'Phone', credential: newCredential } }), status: 422 },
  'passkeys.rename': { request: () => ({ json: { id: 'AAAA', name: 'Phone' } }), status: 404 },
  'passkeys.remove': { request: () => ({ json: { id: 'AAAA', password: 'wrong password' } }), status: 422 },
  'searches.list': { request: () => ({}), status: 200 },
  'searches.save': { request: () => ({ json: { name: 'Near me', filters: { gender: 'any' } } }), status: 204 },
  'searches.rename': { request: (id) => ({ json: { id, name: 'Near me' } }), status: 404 },
  'searches.remove': { request: (id) => ({ json: { id } }), status: 404 },
  'photos.list': { request: () => ({}), status: 200 },
  'photos.upload': { request: () => ({ query: 'private=0', ...upload }), status: 200 },
  'photos.remove': { request: (id) => ({ json: { id } }), status: 200 },
  // Not photos of the caller.
  'photos.setAccess': { request: (id) => ({ json: { id, private: true } }), status: 404 },
  'photos.sort': { request: (id) => ({ json: { ids: [id] } }), status: 200 },
  'photos.setMain': { request: (id) => ({ json: { id } }), status: 404 },
  'push.read': { request: () => ({}), status: 200 },
  'push.subscribe': { request: () => ({ json: pushSubscription() }), status: 200 },
  'push.unsubscribe': { request: () => ({ json: {} }), status: 204 },
  'profile.own': { request: () => ({}), status: 200 },
  'profile.save': { request: () => ({ json: { section: 'details', hair_colour: 'red' } }), status: 200 },
  'auth.pageHidden': { request: () => ({ json: {} }), status: 204 },
  'repeat.list': { request: () => ({}), status: 200 },
  // There is no kept card.
  'repeat.order': { request: () => ({ json: { package: '35', amount: 4599 } }), status: 409 },
  'repeat.forgetCard': { request: () => ({ json: {} }), status: 204 },
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
  'signup.changeAddress': {
    request: () => ({ json: { email: `${crypto.randomUUID()}@example.test` } }),
    status: (actor) => (actor === 'unconfirmed' ? 204 : 409),
  },
  'signup.finishStep': { request: () => ({ json: { step: 'about' } }), status: 204 },
  'site.settings': { request: () => ({}), status: 200 },
  'site.interests': { request: () => ({}), status: 200 },
  'site.regions': { request: () => ({}), status: 200 },
  'site.cities': { request: () => ({ query: 'country=NL&region=NL-UT' }), status: 200 },
  'site.geocode': { request: () => ({ query: 'lat=52.09&lon=5.12' }), status: 200 },
  'site.companyInfo': { request: () => ({}), status: 200 },
  'site.cspReport': { request: () => ({ json: {} }), status: 204 },
  'spending.read': { request: () => ({}), status: 200 },
  'spending.limit': { request: () => ({ method: 'PUT', json: { daily: 10_000_000 } }), status: 200 },
  'swipe.deck': { request: () => ({}), status: 200 },
  'swipe.answer': { request: (id) => ({ json: { id, liked: true } }), status: unlessBlocked },
  'swipe.undo': { request: (id) => ({ json: { id } }), status: 200 },
  'trust.show': { request: () => ({}), status: 200 },
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
