// Logs a member in by a passkey: no address, no password, nothing to guess.
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { UserAnswer } from '#contract/auth';
import type { UsedCredential } from '#contract/passkeys';
import { PASSKEYS } from '#domain/limits';
import { deletingRefusal } from '../../auth/deletion-end.ts';
import { logIn, mayLogIn } from '../../auth/log-in.ts';
import { type SuspensionCode, suspensionRefusal } from '../../auth/suspension.ts';
import type { ConnectionCtx, Ctx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import type { Services } from '../../services.ts';
import { newChallenge, relyingParty, useChallenge } from './challenges.ts';

type LoginCtx = ConnectionCtx<'passkey_failed' | 'email_deleting' | SuspensionCode>;

/** Any passkey of this host may answer: whose it is stays unknown until then. */
export async function loginOptions(ctx: Ctx): Promise<Record<string, unknown>> {
  const challenge = await newChallenge(ctx.db, ctx, null);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx),
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
    timeout: PASSKEYS.challengeSeconds * 1000,
  });
  return { ...options };
}

export async function loginByPasskey(
  services: Services,
  ctx: LoginCtx,
  credential: UsedCredential,
): Promise<UserAnswer> {
  const { challenge, passkey } = await ctx.inTenant(async (db) => ({
    challenge: await useChallenge(db, ctx, credential.response.clientDataJSON, null),
    passkey: await passkeyOf(db, ctx.tenant, credential.id),
  }));
  const counter = challenge && passkey && (await verified(ctx, credential, challenge, passkey));
  if (!passkey || typeof counter !== 'number') throw ctx.refuse('passkey_failed');
  if (passkey.status === 'pending_deletion') throw deletingRefusal(ctx, passkey);
  if (passkey.status === 'suspended') throw suspensionRefusal(ctx, passkey);
  if (!mayLogIn(passkey)) throw ctx.refuse('passkey_failed');
  return logIn(services, ctx, passkey.account, async (db, owner) => {
    if (!owner || !mayLogIn(owner)) throw ctx.refuse('passkey_failed');
    const moved = await db
      .updateTable('passkey')
      .set({ counter, used_at: ctx.now() })
      .where('tenant', '=', ctx.tenant)
      .where('id', '=', credential.id)
      // A copy of the passkey may have been used at the same moment.
      .where('counter', '=', passkey.counter)
      .returning('id')
      .executeTakeFirst();
    if (!moved) throw ctx.refuse('passkey_failed');
  });
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof passkeyOf>>>;

const passkeyOf = (db: Db, tenant: number, id: string) =>
  db
    .selectFrom('passkey as k')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'k.tenant').onRef('a.id', '=', 'k.account'))
    .select(['k.id', 'k.account', 'k.public_key', 'k.counter', 'a.status', 'a.login_after_confirming'])
    .select(['a.suspended_until', 'a.suspended_for', 'a.deleted_at'])
    .where('k.tenant', '=', tenant)
    .where('k.id', '=', id)
    .executeTakeFirst();

/** The new counter, or null: a wrong signature, host or counter. */
async function verified(
  ctx: LoginCtx,
  credential: UsedCredential,
  challenge: string,
  { id, public_key, counter }: StoredPasskey,
): Promise<number | null> {
  try {
    const { verified: isVerified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: ctx.origin,
      expectedRPID: relyingParty(ctx),
      credential: { id, publicKey: new Uint8Array(public_key), counter },
      requireUserVerification: true,
    });
    return isVerified ? authenticationInfo.newCounter : null;
  } catch {
    // It throws for anything that does not fit.
    return null;
  }
}
