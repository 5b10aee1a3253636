// What is said of a call in this folder: a valid request, and the status of its answer by caller.
import type { Contract } from '#contract/index';
import type { CallOptions } from '../server.ts';

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
export interface CallCase {
  readonly request: (
    id: string,
    conversation: string,
  ) => Pick<CallOptions, 'query' | 'json'> | Pick<CallOptions, 'query' | 'body' | 'headers'>;
  readonly status: number | ((actor: Actor) => number);
}

export const unlessBlocked = (actor: Actor): number => (actor === 'blocked' || actor === 'blocker' ? 403 : 200);

/** A call of the word that is missing does not compile. */
export type CallCases<Word extends keyof Contract> = { readonly [Name in keyof Contract[Word]]: CallCase };
