// What is stored of secrets: of a password its argon2id hash alone, of a mailed token its SHA-256 alone, which one form uses up.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashToken } from '#server/auth/sessions';
import { cookieIn, freshIp, joinNew, leaveMidnight, mailedToken } from '../support/joining.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';
import { everyRow } from '../support/traces.ts';

const tenant = siteAt(0).id;
const FAST_HASHES = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'] as const;

/** A secret as text and by every fast hash, as a column could hold it. */
const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64'),
  ...FAST_HASHES.flatMap((name) => {
    const hash = createHash(name).update(secret).digest();
    return [hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')];
  }),
];

eachEngine('stored secrets', (server) => {
  const bodies: string[] = [];
  const ask = (as: { cookie: string } | null, path: string, json: object, method = 'POST') => {
    bodies.push(JSON.stringify(json));
    return server().call(`/api/${path}.php`, { method, json, as, ip: freshIp() });
  };
  const everything = async (): Promise<string[]> => {
    const rows = await everyRow(server().database, server().now(), crypto.randomUUID());
    return rows.map(({ table, row }) => `${table} ${JSON.stringify(row)}`);
  };
  const changeEmail = async (member: MadeMember): Promise<string> => {
    const email = `${crypto.randomUUID()}@example.test`;
    expect((await ask(member, 'email', { email, password: member.password }, 'PUT')).status).toBe(204);
    return email;
  };
  /** A new token of each purpose, for a member of its own. */
  const made: Readonly<Record<string, (member: MadeMember) => Promise<string>>> = {
    reset: async (member) => {
      await ask(null, 'password-reset', { email: member.email });
      return mailedToken(server(), member.email);
    },
    login: async (member) => {
      await ask(null, 'login-mail', { email: member.email });
      return mailedToken(server(), member.email);
    },
    email: async (member) => mailedToken(server(), await changeEmail(member)),
    email_undo: async (member) => {
      await changeEmail(member);
      return mailedToken(server(), member.email);
    },
    reactivation: async (member) => {
      await ask(member, 'account', { password: member.password, reason: 'other', remarks: '' }, 'DELETE');
      return mailedToken(server(), member.email);
    },
  };

  test('C1: no column and no line of the log holds a password, or a fast hash of it or of what was sent with it', async () => {
    leaveMidnight(server());
    const [password, next, wrong] = ['first', 'second', 'wrong'].map(
      (each) => `${each} lanterns ${crypto.randomUUID()}`,
    );
    const joined = await joinNew(server(), { password: password ?? '' });
    await ask(joined, 'activate', { token: joined.token });
    const { email } = joined;
    for (const each of [password, wrong]) await ask(null, 'user', { email, password: each });
    let as = cookieIn(await ask(null, 'user', { email, password }));
    const other = `${crypto.randomUUID()}@example.test`;
    for (const each of [wrong, password]) {
      await ask(as, 'email', { email: other, password: each }, 'PUT');
      await ask(as, 'export', { password: each });
      await ask(as, 'passkey-options', { password: each });
    }
    const changed = { old: password, password: next, password_again: next };
    expect((await ask(as, 'password', { ...changed, old: wrong }, 'PUT')).status).toBe(422);
    const renewed = await ask(as, 'password', changed, 'PUT');
    expect(renewed.status).toBe(204);
    as = cookieIn(renewed);
    expect((await ask(as, 'account', { password: wrong, reason: 'other', remarks: '' }, 'DELETE')).status).toBe(422);
    const stored = [...(await everything()), ...server().logged];
    expect(stored.some((row) => row.startsWith('account ') && row.includes(email) && row.includes('$argon2id$'))).toBe(
      true,
    );
    // A hash of what was sent with it can be guessed as fast.
    for (const secret of [password, next, wrong, ...bodies.filter((body) => body.includes('password'))])
      for (const form of formsOf(secret ?? ''))
        expect([secret, form, stored.filter((row) => row.includes(form))]).toEqual([secret, form, []]);
  });

  test('C6: a mailed token is stored as its SHA-256 only, under its purpose', async () => {
    for (const [purpose, make] of Object.entries(made)) {
      const member = await server().member();
      const token = await make(member);
      expect([purpose, token]).toEqual([purpose, expect.stringMatching(/^[\w-]{43}$/)]);
      const stored = await server().database.inTenant(tenant, (db) =>
        db.selectFrom('mail_token').select('purpose').where('hash', '=', hashToken(token)).execute(),
      );
      expect(stored).toEqual([{ purpose }]);
      const rows = [...(await everything()), ...server().logged];
      for (const form of [token, Buffer.from(token, 'base64url').toString('hex')])
        expect([purpose, rows.filter((row) => row.includes(form))]).toEqual([purpose, []]);
    }
  });

  test('C8 AC6 AC18: parallel forms with one token of a change, its way back or a return all hear that it worked, which it did once', async () => {
    for (const [purpose, path] of [
      ['email', 'email-confirm'],
      ['email_undo', 'email-confirm'],
      ['reactivation', 'account-reactivate'],
    ] as const) {
      const member = await server().member();
      const token = (await made[purpose]?.(member)) ?? '';
      const heard = recordEvents(server(), member.id);
      const tries = Array.from({ length: figure(100, 8) }, () => ask(null, path, { token }));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect([purpose, statuses]).toEqual([purpose, tries.map(() => 200)]);
      const changes = heard.filter(({ type }) => type === 'user');
      expect([purpose, changes.length]).toEqual([purpose, purpose === 'reactivation' ? 0 : 1]);
    }
  });
});
