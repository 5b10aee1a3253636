// Input with which a call about a member's account has an effect, such as the token of a mailed link.
import { appealToken } from '#server/auth/appeal-token';
import { newEmailUntil, setNewEmail } from '#server/auth/new-email';
import { hashToken } from '#server/auth/sessions';
import { sent } from './chats.ts';
import { waitingMandate } from './debit.ts';
import { newPasskey, type PasskeyOptions } from './authenticator.ts';
import type { MadeMember } from './members.ts';
import type { ContractCall } from './calls.ts';
import { type CallOptions, siteAt, type TestServer } from './server.ts';

type Purpose = 'email' | 'reactivation';

/** A link of the member as if it had been mailed. */
async function mailedToken(server: TestServer, member: MadeMember, purpose: Purpose): Promise<string> {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  const now = server.now();
  await server.database.inTenant(siteAt(0).id, (db) =>
    db
      .insertInto('mail_token')
      .values({
        ...{ tenant: siteAt(0).id, hash: hashToken(token), account: member.id, purpose, created_at: now },
        expires_at: new Date(now.getTime() + 3_600_000),
        email: purpose === 'email' ? `${crypto.randomUUID()}@example.test` : null,
      })
      .execute(),
  );
  return token;
}

async function storedPasskey(server: TestServer, { id: account }: MadeMember): Promise<string> {
  const passkey = { tenant: siteAt(0).id, id: crypto.randomUUID(), account, name: 'Laptop', counter: 0 };
  await server.database.inTenant(siteAt(0).id, (db) =>
    db
      .insertInto('passkey')
      .values({ ...passkey, public_key: new Uint8Array(77), created_at: server.now() })
      .execute(),
  );
  return passkey.id;
}

async function savedSearch(server: TestServer, { id: account }: MadeMember): Promise<string> {
  const search = { tenant: siteAt(0).id, id: crypto.randomUUID(), account, name: 'Near me', filters: '{}' };
  await server.database.inTenant(siteAt(0).id, (db) =>
    db
      .insertInto('saved_search')
      .values({ ...search, created_at: server.now(), news_from: server.now(), news_to: server.now() })
      .execute(),
  );
  return search.id;
}

/** A main photo, and the gesture that is asked for. */
async function selfieInput(server: TestServer, member: MadeMember): Promise<object> {
  const main_photo = await ownPhoto(server, member);
  await server.database.inTenant(siteAt(0).id, (db) =>
    db.updateTable('profile').set({ main_photo }).where('id', '=', member.id).execute(),
  );
  const { body } = await server.call('/api/selfie.php', { as: member });
  return { gesture: body['gesture'] };
}

async function ownPhoto(server: TestServer, { id: profile }: MadeMember): Promise<string> {
  const id = crypto.randomUUID();
  const photo = { tenant: siteAt(0).id, id, profile, token: id.replaceAll('-', ''), file: 'p001' };
  await server.database.inTenant(siteAt(0).id, (db) => db.insertInto('photo').values(photo).execute());
  return id;
}

/** The token of the mail that tells the member of a warning. */
const appealOf = (server: TestServer, { id: account }: MadeMember): Promise<string> => {
  const [tenant, id] = [siteAt(0).id, crypto.randomUUID()];
  const decision = { tenant, id, account, at: server.now(), operator: 'Robin', action: 'warn' as const };
  return server.database.inTenant(tenant, async (db) => {
    await db
      .insertInto('moderation')
      .values({ ...decision, photo: null, reason: 'harassment', note: null })
      .execute();
    return appealToken(db, tenant, { decision: id, side: 'member' });
  });
};

/** Gives the member a card that the provider has kept; the request itself is complete. */
async function keptCard(server: TestServer, member: MadeMember): Promise<object> {
  const card = { provider: 'sandbox', token: 'card', method: 'visa', brand: 'Visa', last_four: '4242' };
  const row = { tenant: siteAt(0).id, account: member.id, saved_at: server.now(), ...card };
  await server.database.inTenant(siteAt(0).id, (db) =>
    db
      .insertInto('stored_card')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return {};
}

/** A change of address that waits for its link; the request itself is complete. */
async function waitingChange(server: TestServer, member: MadeMember): Promise<object> {
  const change = { email: `${crypto.randomUUID()}@example.test`, until: newEmailUntil(server.now()) };
  await server.database.inTenant(siteAt(0).id, (db) => setNewEmail(db, siteAt(0).id, member.id, change));
  return {};
}

/** The request with that input as well: in the query of an upload, whose body is the file, else in the JSON. */
export function addInput<Request extends Pick<CallOptions, 'json' | 'query'>>(
  { endpoint }: ContractCall,
  request: Request,
  input: object,
): Request {
  if (!endpoint.upload) return { ...request, json: { ...(request.json as object | undefined), ...input } };
  const query = { ...Object.fromEntries(new URLSearchParams(request.query)), ...input };
  return { ...request, query: String(new URLSearchParams(query)) };
}

/** What a valid request of the call lacks to succeed; null for other calls. */
export async function fittingInput(server: TestServer, name: string, member: MadeMember): Promise<object | null> {
  switch (name) {
    case 'account.complain':
      return { text: crypto.randomUUID() };
    case 'appeals.send':
      return { token: await appealOf(server, member) };
    case 'chats.deleteMessage': {
      const { conversation, client_id } = await sent(server, member, { profile: (await server.member()).id });
      return { conversation, client_id };
    }
    case 'auth.requestLoginMail':
    case 'auth.requestReset':
      return { email: member.email };
    case 'leaving.remove':
    case 'settings.requestExport':
    case 'passkeys.begin':
      return { password: member.password };
    case 'passkeys.add': {
      const json = { password: member.password };
      const { body } = await server.call('/api/passkey-options.php', { json, as: member });
      return { credential: newPasskey(`http://${siteAt(0).folder}.localhost`).made(body['options'] as PasskeyOptions) };
    }
    case 'passkeys.rename':
      return { id: await storedPasskey(server, member) };
    case 'passkeys.remove':
      return { id: await storedPasskey(server, member), password: member.password };
    case 'searches.rename':
    case 'searches.remove':
      return { id: await savedSearch(server, member) };
    case 'settings.changeEmail':
      return { email: `${crypto.randomUUID()}@example.test`, password: member.password };
    case 'settings.cancelEmailChange':
      return waitingChange(server, member);
    case 'settings.finishEmailChange':
      return { token: await mailedToken(server, member, 'email') };
    case 'leaving.reactivate': {
      const changes = { status: 'pending_deletion', deleted_at: server.now() } as const;
      await server.database.inTenant(siteAt(0).id, (db) =>
        db.updateTable('account').set(changes).where('id', '=', member.id).execute(),
      );
      return { token: await mailedToken(server, member, 'reactivation') };
    }
    case 'credits.cancel': {
      const json = { package: '35', method: 'ideal' };
      const { body } = await server.call('/api/payment.php', { json, as: member });
      return { payment: (body['payment'] as { payment_id: string }).payment_id };
    }
    case 'debit.confirm':
      return waitingMandate(server, member);
    case 'repeat.order':
      return keptCard(server, member);
    case 'selfies.send':
      return selfieInput(server, member);
    case 'photos.setAccess':
    case 'photos.setMain':
    case 'photos.remove':
      return { id: await ownPhoto(server, member) };
    default:
      return null;
  }
}
