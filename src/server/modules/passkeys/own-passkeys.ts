// A member's passkeys: adding one asks for the password, and so does removing one.
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { NewCredential, Passkey, PasskeyName, passkeys } from '#contract/passkeys';
import { PASSKEYS } from '#domain/limits';
import { ownAccount, passwordFault, refuseFields, returnOwnAttempt } from '../../auth/own-password.ts';
import type { Ctx, SerializedAnswer, StagedCtx } from '../../context.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { passkeyAddedMail } from '../../mail/passkey-added.ts';
import type { Services } from '../../services.ts';
import { newChallenge, relyingParty, useChallenge } from './challenges.ts';

export async function listPasskeys(ctx: Ctx): Promise<{ passkeys: Passkey[] }> {
  const rows = await ctx.db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('tenant', '=', ctx.tenant)
    .where('account', '=', ctx.member().id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return {
    passkeys: rows.map(({ id, name, created_at, used_at }) => ({
      ...{ id, name, created_at: created_at.toISOString() },
      used_at: used_at?.toISOString() ?? null,
    })),
  };
}

type BeginCtx = StagedCtx<(typeof passkeys)['begin']>;

export async function beginPasskey(services: Services, ctx: BeginCtx): Promise<SerializedAnswer> {
  const { account, typed } = await ctx.prepare(async (own, typed) => ({ account: await ownAccount(own), typed }));
  const fault = await passwordFault(services, account, typed.password, 'password_old_wrong');
  if (fault) return refuseFields(ctx, { password: fault });
  return ctx.transaction(async (own) => {
    await returnOwnAttempt(own, account);
    const known = await ownIds(own);
    if (known.length >= PASSKEYS.max) throw own.refuse('passkey_limit', { limit: PASSKEYS.max, commitAnyway: true });
    const challenge = await newChallenge(own.db, own, account.id);
    const options = await generateRegistrationOptions({
      rpName: own.site.siteSettings.mail_name,
      rpID: relyingParty(own),
      userName: account.email,
      userDisplayName: account.name,
      userID: new TextEncoder().encode(account.id),
      challenge: new Uint8Array(challenge),
      attestationType: 'none',
      excludeCredentials: known.map((id) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: PASSKEYS.challengeSeconds * 1000,
    });
    return { options: { ...options } };
  });
}

type AddCtx = Ctx<'passkey_failed' | 'passkey_limit'>;

/** A mail tells of it: a passkey outlives a new password in the settings (decisions E95). */
export async function addPasskey(
  services: Services,
  ctx: AddCtx,
  name: string,
  credential: NewCredential,
): Promise<null> {
  const { db, tenant } = ctx;
  const account = ctx.member().id;
  // Two at once would pass the limit together.
  await lockAccount(db, tenant, account);
  if ((await ownIds(ctx)).length >= PASSKEYS.max) throw ctx.refuse('passkey_limit', { limit: PASSKEYS.max });
  const challenge = await useChallenge(db, ctx, credential.response.clientDataJSON, account);
  const made = challenge && (await verifiedKey(ctx, credential, challenge));
  if (!made) throw ctx.refuse('passkey_failed', { commitAnyway: true });
  const added = await db
    .insertInto('passkey')
    .values({ tenant, ...made, account, name, created_at: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw ctx.refuse('passkey_failed', { commitAnyway: true });
  await services.queue.add(db, passkeyAddedMail, { tenant, account });
  return null;
}

async function verifiedKey(
  ctx: AddCtx,
  { id, rawId, type, response }: NewCredential,
  challenge: string,
): Promise<{ id: string; public_key: Uint8Array; counter: number } | null> {
  const { clientDataJSON, attestationObject } = response;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: ctx.origin,
      expectedRPID: relyingParty(ctx),
      requireUserVerification: true,
    });
    if (!verified) return null;
    const { id: stored, publicKey, counter } = registrationInfo.credential;
    return { id: stored, public_key: publicKey, counter };
  } catch {
    // It throws for anything that does not fit.
    return null;
  }
}

export async function renamePasskey(ctx: Ctx, { id, name }: PasskeyName): Promise<null> {
  const renamed = await ctx.db
    .updateTable('passkey')
    .set({ name })
    .where('tenant', '=', ctx.tenant)
    .where('account', '=', ctx.member().id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!renamed) throw ctx.refuse('not_found');
  return null;
}

type RemoveCtx = StagedCtx<(typeof passkeys)['remove']>;

export async function removePasskey(services: Services, ctx: RemoveCtx): Promise<SerializedAnswer> {
  const { account, typed } = await ctx.prepare(async (own, typed) => ({ account: await ownAccount(own), typed }));
  const fault = await passwordFault(services, account, typed.password, 'password_old_wrong');
  if (fault) return refuseFields(ctx, { password: fault });
  return ctx.transaction(async (own) => {
    await returnOwnAttempt(own, account);
    const removed = await own.db
      .deleteFrom('passkey')
      .where('tenant', '=', own.tenant)
      .where('account', '=', account.id)
      .where('id', '=', typed.id)
      .returning('id')
      .executeTakeFirst();
    if (!removed) throw own.refuse('not_found', { commitAnyway: true });
    return null;
  });
}

async function ownIds(ctx: Pick<Ctx, 'db' | 'tenant' | 'member'>): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('passkey')
    .select('id')
    .where('tenant', '=', ctx.tenant)
    .where('account', '=', ctx.member().id)
    .execute();
  return rows.map(({ id }) => id);
}
