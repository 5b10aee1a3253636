// Tokens of unsubscribe links: account and types, so that links in old mails work as long as the account lives.
import { notificationTypes, type NotificationType } from '#contract/notifications';
import { readToken, signToken } from '../../auth/signed-token.ts';
import type { Db } from '../../db/index.ts';

export interface Subscription {
  readonly account: string;
  /** All types that the mail has told. */
  readonly types: readonly NotificationType[];
}

/**
 * Tells a set of types, one bit each by their places, from the place of a single type, as in older mails. The page of the link reads them
 * (src/layouts/inline/unsubscribe.js).
 */
const SET = 0x8000;
const bitOf = (type: NotificationType): number => 1 << notificationTypes.indexOf(type);

export const unsubscribeToken = (db: Db, tenant: number, { account, types }: Subscription): Promise<string> =>
  signToken(db, tenant, 'unsubscribe', {
    id: account,
    number: types.reduce((bits, type) => bits | bitOf(type), SET),
  });

/** Null for a token that this server did not sign for this tenant. */
export async function subscriptionOf(db: Db, tenant: number, token: string): Promise<Subscription | null> {
  const signed = await readToken(db, tenant, 'unsubscribe', token);
  const types = signed ? typesOf(signed.number) : [];
  return signed && types.length > 0 ? { account: signed.id, types } : null;
}

const typesOf = (number: number): NotificationType[] =>
  notificationTypes.filter((type, place) => (number >= SET ? number & bitOf(type) : number === place));
