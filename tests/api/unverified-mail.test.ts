// Mail to unconfirmed addresses: it contains nothing that a stranger typed, and a few a day are sent over all brands (decisions E2).
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import type { User } from '#contract/auth';
import {
  cookieIn,
  formFor,
  freshIp,
  joinNew,
  joinWith,
  leaveMidnight,
  rightForm,
  tokenTo,
} from '../support/joining.ts';
import { eachEngine, siteAt, sites, type TestServer } from '../support/server.ts';

const address = (): string => `${crypto.randomUUID()}@example.test`;
const complain = (server: TestServer, email: string, options = {}) =>
  server.call('/api/complaint.php', {
    json: { email, subject: 'else', text: `Pay here: https://bad.example ${crypto.randomUUID()}` },
    ip: freshIp(),
    ...options,
  });
const mailsTo = (server: TestServer, email: string) => server.mails.filter(({ to }) => to === email);
/** Uses up an address's receipts of today. */
const useUp = async (server: TestServer, email: string) => {
  for (let each = 0; each < 3; each += 1) await complain(server, email);
};

const DAY = 86_400;
/** A new member whose address has had its mails of today. */
async function used(server: TestServer) {
  leaveMidnight(server);
  const joined = await joinNew(server);
  for (let each = 0; each < 2; each += 1) {
    server.advance(61);
    await server.call('/api/activation-mail.php', { json: {}, as: joined });
  }
  server.advance(61);
  await server.runJobs();
  return joined;
}
const userOf = async (server: TestServer, as: { cookie: string }) =>
  ((await server.call('/api/user.php', { as })).body as unknown as { user: User }).user;

eachEngine('unverified mail', (server) => {
  test('SA3: a receipt contains nothing that was typed', async () => {
    const email = address();
    await complain(server(), email);
    await server().runJobs();
    const [receipt] = mailsTo(server(), email);
    expect(receipt?.text).toMatch(/\b[0-9A-F]{8}\b/);
    expect(receipt?.text).not.toMatch(/bad\.example|Pay here|\{\{/);
  });

  test('SA3: of many concurrent complaints on all brands one gets a receipt, and each is stored', async () => {
    const email = address();
    const answers = await Promise.all(
      sites.flatMap((site) => [1, 2, 3].map(() => complain(server(), email, { site }))),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await server().runJobs();
    expect(mailsTo(server(), email)).toHaveLength(1);
    const stored = await Promise.all(
      sites.map(({ id }) =>
        server().database.inTenant(id, (db) =>
          db.selectFrom('complaint').select('id').where('email', '=', email).execute(),
        ),
      ),
    );
    expect(stored.flat()).toHaveLength(3 * sites.length);
    server().advance(86_400);
    await complain(server(), email);
    await server().runJobs();
    expect(mailsTo(server(), email)).toHaveLength(2);
  });

  test('SA3: a member’s own confirmed address gets every receipt', async () => {
    const member = await server().member();
    await useUp(server(), member.email);
    await complain(server(), member.email, { as: member });
    await server().runJobs();
    expect(mailsTo(server(), member.email)).toHaveLength(2);
  });

  test('SA3: tags, dots and capitals are the same mailbox, and receipts in its name block no signup', async () => {
    const name = crypto.randomUUID().replaceAll('-', '');
    const aliases = [`${name}@gmail.com`, `${name}+1@gmail.com`, `${name.slice(0, 9)}.${name.slice(9)}@googlemail.com`];
    for (const alias of [...aliases, `${name}+2@gmail.com`, `${name.toUpperCase()}@Gmail.com`])
      await complain(server(), alias);
    await server().runJobs();
    const all = server().mails.filter(({ to }) => to.toLowerCase().replaceAll('.', '').startsWith(name));
    expect(all).toHaveLength(1);
    expect((await joinNew(server(), { email: `${name}@gmail.com` })).token).not.toBe('');
  });

  test('SG11 AU33: the repeated mail is owed when the number is used up, and each brand still mails its first link', async () => {
    const { cookie, email } = await used(server());
    const again = (as: { cookie: string }, site = siteAt(0)) =>
      server().call('/api/activation-mail.php', { json: {}, as, site });
    expect((await again({ cookie })).status).toBe(204);
    expect((await userOf(server(), { cookie })).mail_after).not.toBeNull();
    const elsewhere = await Promise.all(
      sites.slice(1).map(async (site) => {
        const joined = await joinWith(server(), formFor(site, { email }), { site });
        return { site, joined };
      }),
    );
    expect(elsewhere.map(({ joined }) => joined.status)).toEqual(elsewhere.map(() => 200));
    await server().runJobs();
    expect(mailsTo(server(), email)).toHaveLength(3 + elsewhere.length);
    server().advance(61);
    for (const { site, joined } of elsewhere) expect((await again(cookieIn(joined), site)).status).toBe(204);
    await server().runJobs();
    expect(mailsTo(server(), email)).toHaveLength(3 + elsewhere.length);
  });

  test('SG11 AU33: the first mails of other brands count, so a fourth mail of a brand waits for the next day', async () => {
    leaveMidnight(server());
    const email = address();
    const { cookie } = await joinNew(server(), { email });
    for (const site of sites.slice(1, 3)) await joinWith(server(), formFor(site, { email }), { site });
    server().advance(61);
    const again = await server().call('/api/activation-mail.php', { json: {}, as: { cookie } });
    expect(again.status).toBe(204);
    await server().runJobs();
    expect(mailsTo(server(), email)).toHaveLength(3);
    expect((await userOf(server(), { cookie })).mail_after).not.toBeNull();
  });

  test('SG11 AU26: when the mails are spent, joining succeeds, those already sent let their reader in, and one more follows', async () => {
    const { token, email, form, cookie } = await used(server());
    for (let each = 0; each < 3; each += 1) {
      const joined = await joinWith(server(), rightForm({ email, password: 'eleven purple kettles' }));
      expect([joined.status, joined.body.error]).toEqual([403, { code: 'check_mail' }]);
    }
    await server().runJobs();
    expect(mailsTo(server(), email)).toHaveLength(3);
    const { mail_after: midnight } = await userOf(server(), { cookie });
    expect(midnight).toBe(
      `${new Date(server().now().getTime() + DAY * 1000).toISOString().slice(0, 10)}T00:00:00.000Z`,
    );
    server().advance((Date.parse(midnight ?? '') - server().now().getTime()) / 1000);
    await server().runJobs();
    expect(mailsTo(server(), email)).toHaveLength(4);
    expect((await userOf(server(), { cookie })).mail_after).toBeNull();
    for (const each of [token, tokenTo(server(), email)]) {
      const answer = await server().call('/api/activate.php', {
        json: { token: each, password: 'wrong' },
        ip: freshIp(),
      });
      expect(answer.body.error?.['fields']).toEqual({ password: 'password_wrong' });
    }
    const json = { token, password: form['password'] ?? '' };
    expect((await server().call('/api/activate.php', { json, ip: freshIp() })).status).toBe(200);
  });

  test('SG11: a mail that is owed is not sent to an account that has been confirmed or erased meanwhile', async () => {
    const [confirmed, erased] = [await used(server()), await used(server())];
    for (const { email } of [confirmed, erased]) await joinWith(server(), rightForm({ email }));
    expect((await server().call('/api/activate.php', { json: { token: confirmed.token }, as: confirmed })).status).toBe(
      200,
    );
    const afresh = await joinWith(server(), rightForm({ email: erased.email, token: erased.token }));
    expect(afresh.status).toBe(200);
    server().advance(DAY);
    await server().runJobs();
    for (const { email } of [confirmed, erased]) expect(mailsTo(server(), email)).toHaveLength(3);
  });

  test('SG11 AC4: joining, receipts and changes of address have quotas of their own', async () => {
    const { email } = await used(server());
    const member = await server().member();
    const change = (to: string) =>
      server().call('/api/email.php', { method: 'PUT', json: { email: to, password: member.password }, as: member });
    expect((await change(email)).status).toBe(204);
    await complain(server(), email);
    await server().runJobs();
    expect(mailsTo(server(), email)).toHaveLength(5);
    const next = address();
    for (let each = 0; each < 2; each += 1) expect((await change(next)).status).toBe(204);
    expect((await change(next)).body.error?.code).toBe('mail_limit');
    await complain(server(), next);
    expect((await joinNew(server(), { email: next })).token).not.toBe('');
  });

  test('AC3: a changed password is mailed to a confirmed address only', async () => {
    const password = 'nine silver lanterns';
    const joined = await joinNew(server());
    const member = await server().member();
    for (const [as, old, mails] of [
      [joined, joined.form['password'] ?? '', 1],
      [member, member.password, 1],
    ] as const) {
      const json = { old, password, password_again: password };
      expect((await server().call('/api/password.php', { method: 'PUT', json, as })).status).toBe(204);
      await server().runJobs();
      expect(mailsTo(server(), as.email)).toHaveLength(mails);
    }
  });

  test('AU26: the confirmation mail greets without a name, in any language', async () => {
    for (const { code } of siteAt(0).languages) {
      const { email } = await joinNew(server(), { language: code, name: 'Xenia Quill' });
      expect(mailsTo(server(), email)[0]?.text).not.toMatch(/Xenia|Quill|\{\{/);
    }
  });

  test('C6: the counter stores no address', async () => {
    const email = address();
    await complain(server(), email);
    const { rows } = await sql<{ row: string }>`select t::text as row from unverified_mail t`.execute(
      server().database.kysely,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(email);
  });
});
