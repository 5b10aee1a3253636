// Every call of the contract with a valid request and its expected status, for the tests that walk over the contract.
import { type CallName, type Contract, contract } from '#contract/index';
import type { Endpoint } from '#contract/endpoint';
import { accountCases } from './calls/account.ts';
import { appealsCases } from './calls/appeals.ts';
import { authCases } from './calls/auth.ts';
import { chatsCases } from './calls/chats.ts';
import { consentCases } from './calls/consent.ts';
import { creditsCases } from './calls/credits.ts';
import { debitCases } from './calls/debit.ts';
import { discountsCases } from './calls/discounts.ts';
import { finderCases } from './calls/finder.ts';
import { leavingCases } from './calls/leaving.ts';
import { likesCases } from './calls/likes.ts';
import { membersCases } from './calls/members.ts';
import { notificationsCases } from './calls/notifications.ts';
import { passkeysCases } from './calls/passkeys.ts';
import { photosCases } from './calls/photos.ts';
import { profileCases } from './calls/profile.ts';
import { pushCases } from './calls/push.ts';
import { repeatCases } from './calls/repeat.ts';
import { safetyCases } from './calls/safety.ts';
import { searchesCases } from './calls/searches.ts';
import { selfiesCases } from './calls/selfies.ts';
import { settingsCases } from './calls/settings.ts';
import { signupCases } from './calls/signup.ts';
import { siteCases } from './calls/site.ts';
import { spendingCases } from './calls/spending.ts';
import { swipeCases } from './calls/swipe.ts';
import { trustCases } from './calls/trust.ts';
import type { Actor, CallCase, CallCases } from './calls/call-case.ts';
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

/** A word of the contract that is missing here does not compile. */
const CASES: { readonly [Word in keyof Contract]: CallCases<Word> } = {
  account: accountCases,
  appeals: appealsCases,
  auth: authCases,
  chats: chatsCases,
  consent: consentCases,
  credits: creditsCases,
  debit: debitCases,
  discounts: discountsCases,
  finder: finderCases,
  leaving: leavingCases,
  likes: likesCases,
  members: membersCases,
  notifications: notificationsCases,
  passkeys: passkeysCases,
  photos: photosCases,
  profile: profileCases,
  push: pushCases,
  repeat: repeatCases,
  safety: safetyCases,
  searches: searchesCases,
  selfies: selfiesCases,
  settings: settingsCases,
  signup: signupCases,
  site: siteCases,
  spending: spendingCases,
  swipe: swipeCases,
  trust: trustCases,
};

const caseOf = (name: CallName): CallCase => {
  const [word = '', call = ''] = name.split('.');
  const found = (CASES as Readonly<Record<string, Readonly<Record<string, CallCase>>>>)[word]?.[call];
  if (!found) throw new Error(`There is no request of ${name} in tests/support/calls/${word}.ts.`);
  return found;
};

/** The status of the answer to `requestFor` this call, for a caller with a live session. */
export function expectedStatus(name: CallName, actor: Actor): number {
  const { status } = caseOf(name);
  return typeof status === 'number' ? status : status(actor);
}

/**
 * A valid request for a call, about the member `id`, or about a conversation; without one, about a conversation that
 * does not exist.
 */
export const requestFor = ({ name, endpoint }: ContractCall, id: string, conversation = id): CallOptions => ({
  method: endpoint.method,
  ...caseOf(name).request(id, conversation),
});
