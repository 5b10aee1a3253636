// Mail to unconfirmed addresses: it contains nothing that a stranger typed, and three a day are sent over all brands.
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { freshIp, joinNew, joinWith, rightForm } from '../support/joining.ts';
import { eachEngine, siteAt, sites, type TestServer } from '../support/server.ts';

const address = (): string => `${crypto.randomUUID()}@example.test`;
const complain = (server: TestServer, email: string, options = {}) =>
  server.call('/api/complaint.php', {
    json: { email, subject: 'else', text: `Pay here: https://bad.example ${crypto.randomUUID()}` },
    ip: freshIp(),
    ...options,
  });
const mailsTo = (server: TestServer, email: string) => server.mails.filter(({ to }) => to === email);
/** Uses up an address's mails of today. */
const useUp = async (server: TestServer, email: string) => {
  for (let each = 0; each < 3; each += 1) await complain(server, email);
};

eachEngine('unverified mail', (server) => {
  test('SA3: a receipt contains nothing that was typed', async () => {
    const email = address();
    await complain(server(), email);
    await server().runJobs();
    const [receipt] = mailsTo(server(), email);
    expect(receipt?.text).toMatch(/\b[0-9A-F]{8}\b/);
    expect(receipt?.text).not.toMatch(/bad\.example|Pay here|\{\{/);
  });

  test('SA3: of many concurrent complaints on all brands three get a receipt, and each is stored', async () => {
    const email = address();
    const answers = await Promise.all(
      sites.flatMap((site) => [1, 2, 3].map(() => complain(server(), email, { site }))),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await server().runJobs();
    expect(mailsTo(server(), email)).toHaveLength(3);
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
    expect(mailsTo(server(), email)).toHaveLength(4);
  });

  test('SA3: a member’s own confirmed address gets every receipt', async () => {
    const member = await server().member();
    await useUp(server(), member.email);
    await complain(server(), member.email, { as: member });
    await server().runJobs();
    expect(mailsTo(server(), member.email)).toHaveLength(4);
  });

  test('SA3: tags, dots and capitals are the same mailbox, and receipts in its name block no signup', async () => {
    const name = crypto.randomUUID().replaceAll('-', '');
    const aliases = [`${name}@gmail.com`, `${name}+1@gmail.com`, `${name.slice(0, 9)}.${name.slice(9)}@googlemail.com`];
    for (const alias of [...aliases, `${name}+2@gmail.com`, `${name.toUpperCase()}@Gmail.com`])
      await complain(server(), alias);
    await server().runJobs();
    const all = server().mails.filter(({ to }) => to.toLowerCase().replaceAll('.', '').startsWith(name));
    expect(all).toHaveLength(3);
    expect((await joinNew(server(), { email: `${name}@gmail.com` })).token).not.toBe('');
  });

  test('SG11 AU33: signup and the repeated mail share that number, and say when it is used up', async () => {
    const email = address();
    const limited = { code: 'mail_limit', retry_after: expect.any(Number) as number };
    const { cookie } = await joinNew(server(), { email });
    for (const status of [204, 204, 429]) {
      server().advance(61);
      const again = await server().call('/api/activation-mail.php', { json: {}, as: { cookie } });
      expect([again.status, status === 429 ? again.body.error : undefined]).toEqual([
        status,
        status === 429 ? limited : undefined,
      ]);
    }
    const elsewhere = siteAt(1);
    const form = rightForm({ email, seeks: 'female', country: elsewhere.siteSettings.countries[0] ?? '' });
    const joined = await joinWith(server(), form, { site: elsewhere });
    expect([joined.status, joined.body.error]).toEqual([429, limited]);
    expect(joined.cookies).toEqual([]);
    const made = await server().database.inTenant(elsewhere.id, (db) =>
      db.selectFrom('account').select('id').where('email_key', '=', email).execute(),
    );
    expect(made).toEqual([]);
    await server().runJobs();
    expect(mailsTo(server(), email)).toHaveLength(3);
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
