// Makes a member of which every table with personal columns holds a row.
import type { Db } from '#server/db/index';
import { hashToken } from '#server/auth/sessions';
import { send } from './chats.ts';
import { block, type MadeMember } from './members.ts';
import { siteAt, type TestServer } from './server.ts';

export interface Held {
  readonly member: MadeMember;
  /** Has written to the member, and is liked. */
  readonly partner: MadeMember;
  /** Has blocked the member after they wrote to each other. */
  readonly blocker: MadeMember;
}

export async function holdEverything(server: TestServer, words: { name: string; about: string }): Promise<Held> {
  const member = await server.member({ credits: 9, ...words, photos: [{}, { private: true }] });
  const [partner, blocker, blocked] = [
    await server.member({ credits: 9, about: 'What only the partner wrote' }),
    await server.member({ credits: 9, name: `Blocker ${crypto.randomUUID().slice(0, 8)}` }),
    await server.member(),
  ];
  await send(server, member, { profile: partner.id, text: 'Farewell, my friend' });
  await send(server, partner, { profile: member.id, text: 'Goodbye from the partner' });
  await send(server, member, { profile: blocker.id, text: 'Hello there' });
  await block(server.database, siteAt(0), blocker.id, member.id);
  await block(server.database, siteAt(0), member.id, blocked.id);
  const call = (path: string, method: string, json: object, as = member) =>
    server.call(`/api/${path}.php`, { method, json, as });
  await call('like', 'PUT', { id: partner.id });
  await call('like', 'PUT', { id: member.id }, partner);
  await call('report', 'POST', { profile: partner.id, category: 'else', text: 'Rude words' });
  await call('complaint', 'POST', { email: member.email, subject: 'else', text: 'It is too dark' });
  await call('notifications', 'PUT', { type: 'like', wanted: false });
  await call('quiet-hours', 'PUT', { quiet: { from: '22:00', to: '08:00' } });
  await server.call('/api/member.php', { as: member, query: `id=${partner.id}` });
  await server.database.inTenant(siteAt(0).id, (db) => addRows(db, server.now(), member.id));
  return { member, partner, blocker };
}

const hex = (id: string): string => id.replaceAll('-', '');

/** What no call leaves behind at once. */
async function addRows(db: Db, at: Date, account: string): Promise<void> {
  const tenant = siteAt(0).id;
  const { id: conversation } = await db
    .selectFrom('conversation')
    .select('id')
    .where('starter', '=', account)
    .executeTakeFirstOrThrow();
  const later = new Date(at.getTime() + 3_600_000);
  await addOffers(db, at, account);
  await db
    .insertInto('passkey')
    .values({
      ...{ tenant, account, id: crypto.randomUUID(), name: 'My phone', public_key: hashToken('key'), counter: 0 },
      created_at: at,
    })
    .execute();
  await db
    .insertInto('passkey_challenge')
    .values({ tenant, account, hash: hashToken(`challenge ${account}`), expires_at: later })
    .execute();
  await db
    .insertInto('mail_token')
    .values({
      ...{ tenant, account, hash: hashToken(account), purpose: 'email', email: 'next@example.test' },
      ...{ created_at: at, expires_at: later },
    })
    .execute();
  await db
    .insertInto('held_message')
    .values({ tenant, conversation, sender: account, client_id: crypto.randomUUID(), text: 'Held back', at })
    .execute();
  await db
    .insertInto('deleted_message')
    .values({ tenant, conversation, seq: 1, sender: account, text: 'Taken back', gift: null, at })
    .execute();
  await db
    .insertInto('chat_picture')
    .values({ tenant, conversation, sender: account, token: hex(account), file: hex(crypto.randomUUID()), at })
    .execute();
  await db
    .insertInto('payment')
    .values({
      ...{ tenant, id: crypto.randomUUID(), account, package: '35', credits: 35, amount: 3999, currency: 'EUR' },
      ...{ vat: 21, method: 'ideal', country: 'NL', discount_code: null, provider: 'sandbox' },
      ...{ provider_ref: null, redirect: null, status: 'cancelled' as const },
      ...{ created_at: at, updated_at: at, check_at: null },
    })
    .execute();
}

/** Codes, cards, games and devices. */
async function addOffers(db: Db, at: Date, account: string): Promise<void> {
  const tenant = siteAt(0).id;
  const code = `C-${account.slice(0, 8).toUpperCase()}`;
  const { token_hash: session } = await db
    .selectFrom('session')
    .select('token_hash')
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  const open = { daily_next: null, daily_next_at: null, monthly: null, monthly_next: null, monthly_next_at: null };
  await db
    .insertInto('spend_limit')
    .values({ tenant, account, currency: 'EUR', daily: 5000, ...open })
    .execute();
  await db
    .insertInto('discount_code')
    .values({ tenant, code, account, value_percentage: 25, validity: 'once', created_at: at })
    .execute();
  await db
    .insertInto('discount_use')
    .values({ tenant, holder: account, code, payment: crypto.randomUUID(), at })
    .execute();
  await db
    .insertInto('stored_card')
    .values({
      ...{ tenant, account, provider: 'sandbox', token: 'card-token', method: 'creditcard' },
      ...{ brand: 'visa', last_four: '4242', saved_at: at },
    })
    .execute();
  await db
    .insertInto('debit_mandate')
    .values({
      ...{
        tenant,
        account,
        reference: `M-${account.slice(0, 8).toUpperCase()}`,
        holder: 'Anna Bloom',
        phone: '+31612345678',
      },
      ...{ iban: hashToken('iban'), iban_hash: hashToken('hash'), last_four: '4300', language: 'en' },
      ...{ street: 'Street 1', postcode: '1012 AB', city: 'Amsterdam', country: 'NL' },
      ...{ begun_at: at, signed_at: at, payment: crypto.randomUUID() },
      kept_until: new Date(at.getTime() + 86_400_000),
    })
    .execute();
  await db
    .insertInto('swipe')
    .values({ tenant, account, profile: crypto.randomUUID(), liked: false, at, counts_until: null })
    .execute();
  const search = { tenant, id: crypto.randomUUID(), account, name: 'My search', filters: '{}' };
  await db
    .insertInto('saved_search')
    .values({ ...search, created_at: at, news_from: at, news_to: at })
    .execute();
  await db.insertInto('finder_answers').values({ tenant, account, answers: '{}', consented_at: at }).execute();
  await db
    .insertInto('push_subscription')
    .values({
      ...{ tenant, account, session, endpoint: `https://push.example/${account}`, p256dh: 'x', auth: 'x' },
      pushed_at: at,
    })
    .execute();
  const decision = crypto.randomUUID();
  await db
    .insertInto('moderation')
    .values({
      ...{ tenant, id: decision, at, operator: 'Kim', action: 'approve_photo', account },
      ...{ photo: null, reason: null, note: null },
    })
    .execute();
  await db
    .insertInto('appeal')
    .values({ tenant, id: crypto.randomUUID(), decision, account, side: 'member', text: 'It was not me', at })
    .execute();
}
