// Passkeys: added and removed with the password, used to log in, each challenge once.
import { expect, test } from 'vitest';
import { PASSKEYS } from '#domain/limits';
import type { AccountStatus } from '#server/db/tables/account';
import { newPasskey, type PasskeyOptions, type TestPasskey } from '../support/authenticator.ts';
import { cookieIn, joinNew, joinWith, mailedToken, rightForm } from '../support/joining.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt, type CallAnswer } from '../support/server.ts';

const tenant = siteAt(0).id;
const origin = `http://${siteAt(0).folder}.localhost`;
type Answer = CallAnswer & { readonly cookie: string };

eachEngine('passkeys', (server) => {
  const call = (path: string, method: string, json: object, as: { readonly cookie: string } | null = null) =>
    server().call(`/api/${path}.php`, { method, json, as });
  const optionsOf = ({ body }: CallAnswer) => body['options'] as PasskeyOptions & Record<string, unknown>;
  const begin = (member: Pick<MadeMember, 'cookie' | 'password'>, password = member.password) =>
    call('passkey-options', 'POST', { password }, member);
  const add = (member: Pick<MadeMember, 'cookie'>, credential: object, name = 'Phone') =>
    call('passkeys', 'POST', { name, credential }, member);
  const list = async (as: MadeMember) =>
    (await server().call('/api/passkeys.php', { as })).body['passkeys'] as { id: string; name: string }[];
  async function withPasskey(status: AccountStatus = 'active'): Promise<{ member: MadeMember; passkey: TestPasskey }> {
    const [member, passkey] = [await server().member(), newPasskey(origin)];
    expect((await add(member, passkey.made(optionsOf(await begin(member))))).status).toBe(204);
    await server().database.inTenant(tenant, (db) =>
      db.updateTable('account').set({ status }).where('id', '=', member.id).execute(),
    );
    return { member, passkey };
  }
  const challenge = async () => optionsOf(await call('passkey-challenge', 'POST', {}));
  async function logIn(credential: object): Promise<Answer> {
    const answer = await call('passkey-login', 'POST', { credential });
    return { ...answer, cookie: answer.cookies[0]?.split(';')[0] ?? '' };
  }
  const codeOf = async (answer: Promise<Answer>) => (await answer).body.error?.code ?? null;

  test('DA-passkey: passkeys.begin asks for the password, passkeys.add stores one, passkeys.challenge and passkeys.login log in by it', async () => {
    const member = await server().member();
    expect((await begin(member, 'wrong password')).body.error?.fields).toEqual({ password: 'password_old_wrong' });
    const options = optionsOf(await begin(member));
    expect(options).toMatchObject({ rp: { id: `${siteAt(0).folder}.localhost` }, attestation: 'none' });
    const passkey = newPasskey(origin);
    expect((await add(member, passkey.made(options))).status).toBe(204);
    expect(await list(member)).toMatchObject([{ id: passkey.id, name: 'Phone', used_at: null }]);
    const asked = await challenge();
    expect(asked['allowCredentials'] ?? []).toEqual([]);
    const answer = await logIn(passkey.used(asked));
    expect([answer.status, answer.body['user']]).toMatchObject([200, { id: member.id }]);
    const own = await server().call('/api/user.php', { as: answer });
    expect(own.body['user']).toMatchObject({ id: member.id });
    expect((await list(member))[0]).toMatchObject({ used_at: expect.any(String) });
  });

  test('DA-passkey: a challenge is used once, is over after five minutes, and adds nothing for another member', async () => {
    server().holdClock();
    const { passkey } = await withPasskey();
    const once = await challenge();
    expect((await logIn(passkey.used(once))).status).toBe(200);
    expect(await codeOf(logIn(passkey.used(once)))).toBe('passkey_failed');
    const inTime = await challenge();
    server().advance(PASSKEYS.challengeSeconds - 1);
    expect(await codeOf(logIn(passkey.used(inTime)))).toBeNull();
    const late = await challenge();
    server().advance(PASSKEYS.challengeSeconds);
    expect(await codeOf(logIn(passkey.used(late)))).toBe('passkey_failed');
    const own = await challenge();
    expect(await codeOf(logIn(passkey.used({ challenge: 'A'.repeat(43) })))).toBe('passkey_failed');
    const [one, two] = [await server().member(), await server().member()];
    const options = optionsOf(await begin(one));
    expect((await add(two, newPasskey(origin).made(options))).body.error?.code).toBe('passkey_failed');
    expect((await add(one, newPasskey(origin).made(own))).body.error?.code).toBe('passkey_failed');
    expect([await list(one), await list(two)]).toEqual([[], []]);
  });

  test('DA-passkey: a counter that went back, another host, a device without its lock and a foreign signature are refused', async () => {
    const { passkey } = await withPasskey();
    expect(await codeOf(logIn(passkey.used(await challenge(), { counter: 5 })))).toBeNull();
    for (const counter of [5, 4, 0])
      expect([counter, await codeOf(logIn(passkey.used(await challenge(), { counter })))]).toEqual([
        counter,
        'passkey_failed',
      ]);
    const later = { counter: 9 };
    for (const changes of [{ origin: 'https://evil.example' }, { verified: false }])
      expect(await codeOf(logIn(passkey.used(await challenge(), { ...later, ...changes })))).toBe('passkey_failed');
    const foreign = newPasskey(origin).used(await challenge(), later);
    expect(await codeOf(logIn({ ...foreign, id: passkey.id, rawId: passkey.id }))).toBe('passkey_failed');
    expect(await codeOf(logIn(passkey.used(await challenge(), later)))).toBeNull();
  });

  test('DA-passkey D10: another brand knows neither the passkey nor the challenge', async () => {
    const { passkey } = await withPasskey();
    const json = { credential: passkey.used(await challenge()) };
    const answer = await server().call('/api/passkey-login.php', { json, site: siteAt(1) });
    expect(answer.body.error?.code).toBe('passkey_failed');
  });

  test('DA-passkey: who may not log in by password may not by passkey', async () => {
    for (const [status, code] of [
      ['suspended', 'account_closed'],
      ['pending_deletion', 'email_deleting'],
      ['not_confirmed', null],
    ] as const) {
      const { passkey } = await withPasskey(status);
      expect([status, await codeOf(logIn(passkey.used(await challenge())))]).toEqual([status, code]);
    }
  });

  test('DA-passkey: a mail tells of an added passkey, which outlives a new password in the settings but not one by a mailed link', async () => {
    const { member, passkey } = await withPasskey();
    await server().runJobs();
    const [mail] = server().mails.filter(({ to }) => to === member.email);
    expect([mail?.subject, mail?.text]).toEqual([
      'A passkey was added to your account',
      expect.stringMatching(/\nhttp\S+\/reset-password\n/),
    ]);
    const password = 'purple lanterns over water';
    const json = { old: member.password, password, password_again: password };
    expect((await call('password', 'PUT', json, member)).status).toBe(204);
    expect(await codeOf(logIn(passkey.used(await challenge())))).toBeNull();
    await call('password-reset', 'POST', { email: member.email });
    const token = await mailedToken(server(), member.email);
    const reset = await call('password-reset-do', 'POST', { token, password, password_again: password });
    expect(reset.status).toBe(200);
    expect(await codeOf(logIn(passkey.used(await challenge(), { counter: 2 })))).toBe('passkey_failed');
  });

  test('DA-passkey AU26: a signup begun anew ends the passkeys of the one before, of which no unproven address was told', async () => {
    const first = await joinNew(server());
    const mails = server().mails.length;
    const passkey = newPasskey(origin);
    const as = { ...first, password: first.form['password'] ?? '' };
    expect((await add(as, passkey.made(optionsOf(await begin(as))))).status).toBe(204);
    await server().runJobs();
    expect(server().mails).toHaveLength(mails);
    server().advance(61);
    const form = rightForm({ email: first.email, password: 'entirely other words' });
    const again = await joinWith(server(), form, { as: first });
    expect(again.status).toBe(200);
    expect((await call('activate', 'POST', { token: first.token }, cookieIn(again))).status).toBe(200);
    expect(await codeOf(logIn(passkey.used(await challenge())))).toBe('passkey_failed');
  });

  test('DA-passkey: passkeys.list, passkeys.rename and passkeys.remove are the owner’s; removing asks for the password', async () => {
    const { member, passkey } = await withPasskey();
    const stranger = await server().member();
    const rename = (as: MadeMember) => call('passkeys', 'PUT', { id: passkey.id, name: ' Blue key ' }, as);
    const remove = (as: MadeMember, password = as.password) =>
      call('passkeys', 'DELETE', { id: passkey.id, password }, as);
    expect([(await rename(stranger)).status, (await remove(stranger)).status]).toEqual([404, 404]);
    expect((await rename(member)).status).toBe(204);
    expect((await remove(member, 'wrong password')).body.error?.fields).toEqual({ password: 'password_old_wrong' });
    expect(await list(member)).toMatchObject([{ name: 'Blue key' }]);
    expect((await remove(member)).status).toBe(204);
    expect(await codeOf(logIn(passkey.used(await challenge())))).toBe('passkey_failed');
  });

  test('DA-passkey: a member has at most ten passkeys', async () => {
    const member = await server().member();
    for (let number = 0; number < PASSKEYS.max - 1; number++)
      expect((await add(member, newPasskey(origin).made(optionsOf(await begin(member))))).status).toBe(204);
    const [one, two] = [optionsOf(await begin(member)), optionsOf(await begin(member))];
    expect((await add(member, newPasskey(origin).made(one))).status).toBe(204);
    expect((await add(member, newPasskey(origin).made(two))).body.error?.code).toBe('passkey_limit');
    expect((await begin(member)).body.error).toMatchObject({ code: 'passkey_limit', limit: PASSKEYS.max });
  });
});
