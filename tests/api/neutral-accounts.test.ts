// A brand with the setting `account_disclosure` neutral: joining, logging in, resetting and changing an address answer the same for every
// address, and mails say the rest.
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD_RESET } from '#domain/limits';
import type { AccountStatus } from '#server/db/tables/account';
import { cookieIn, freshIp, joinWith, leaveMidnight, rightForm, tokenTo } from '../support/joining.ts';
import type { MadeMember } from '../support/members.ts';
import { type CallAnswer, eachEngine, siteAt } from '../support/server.ts';

const STATUSES: readonly AccountStatus[] = ['active', 'not_confirmed', 'pending_deletion', 'suspended'];
const neutral = { ...siteAt(0), siteSettings: { ...siteAt(0).siteSettings, account_disclosure: 'neutral' as const } };

eachEngine(
  'a neutral brand',
  (server) => {
    beforeAll(() => leaveMidnight(server()));
    const fresh = () => `${crypto.randomUUID()}@example.test`;
    const mailsTo = (email: string) => server().mails.filter(({ to }) => to === email);
    const shown = ({ status, text, cookies }: CallAnswer) => [status, text, cookies];
    const reset = (email: string) => server().call('/api/password-reset.php', { json: { email }, ip: freshIp() });
    const logIn = (email: string, password: string) =>
      server().call('/api/user.php', { json: { email, password }, ip: freshIp() });
    const userOf = async (as: { cookie: string }) => (await server().call('/api/user.php', { as })).body['user'];
    /** One account of each status; those in deletion since now. */
    async function accounts(): Promise<Record<string, MadeMember>> {
      const made: Record<string, MadeMember> = {};
      for (const status of STATUSES) made[status] = await server().member({ status });
      await server().database.inTenant(neutral.id, (db) =>
        db
          .updateTable('account')
          .set({ deleted_at: server().now() })
          .where('id', '=', made['pending_deletion']?.id ?? '')
          .execute(),
      );
      return made;
    }
    const emailsOf = (made: Record<string, MadeMember>) =>
      Object.fromEntries(Object.entries(made).map(([status, { email }]) => [status, email]));

    test('DB6 C3: a reset answers the same for every address, also beyond its mails, and mails where there is an account', async () => {
      const asked: Record<string, string> = { ...emailsOf(await accounts()), none: fresh() };
      for (const email of Object.values(asked))
        for (let number = 0; number <= PASSWORD_RESET.mails; number += 1) {
          expect(shown(await reset(email))).toEqual([200, '{"sent":true}', []]);
          await server().runJobs();
        }
      const counts = Object.entries(asked).map(([status, email]) => [status, mailsTo(email).length]);
      const { mails } = PASSWORD_RESET;
      const none = { none: 0, not_confirmed: 0 };
      expect(Object.fromEntries(counts)).toEqual({ active: mails, pending_deletion: mails, suspended: mails, ...none });
      const link = (status: string) => mailsTo(asked[status] ?? '')[0]?.text;
      expect(link('active')).toContain('/reset-password/do?token=');
      expect(link('pending_deletion')).toContain('/account-reactivate?token=');
    });

    test('DB6 SG20 SG21 C3: joining answers the same for every address, and the mail says what the address is', async () => {
      const asked: Record<string, string> = { ...emailsOf(await accounts()), none: fresh() };
      const before = Object.fromEntries(
        Object.entries(asked).map(([status, email]) => [status, mailsTo(email).length]),
      );
      for (const email of Object.values(asked))
        expect(shown(await joinWith(server(), rightForm({ email })))).toEqual([
          403,
          '{"error":{"code":"check_mail"}}',
          [],
        ]);
      await server().runJobs();
      const paths = Object.entries(asked).map(([status, email]) => {
        const [mail, ...more] = mailsTo(email).slice(before[status] ?? 0);
        expect([status, more]).toEqual([status, []]);
        return [status, /https?:\/\/[^/]+(?:\/nl)?(\/[\w-]+(?:\/[\w-]+)?)/.exec(mail?.text ?? '')?.[1]];
      });
      expect(Object.fromEntries(paths)).toEqual({
        ...{ none: '/activate/done', not_confirmed: '/activate/done', active: '/login', suspended: '/login' },
        pending_deletion: '/account-reactivate',
      });
    });

    test('DB6 AU26: a new member is logged in by confirming the address, and not before', async () => {
      const form = rightForm();
      const { email = '', password = '' } = form;
      await joinWith(server(), form);
      await server().runJobs();
      const [early, unknown] = [await logIn(email, password), await logIn(fresh(), password)];
      expect(shown(early)).toEqual(shown(unknown));
      expect(early.body.error?.code).toBe('login_failed');
      const token = tokenTo(server(), email);
      const confirmed = await server().call('/api/activate.php', { json: { token, password }, ip: freshIp() });
      expect(await userOf(cookieIn(confirmed))).toMatchObject({ email, status: 'active' });
      expect((await logIn(email, password)).status).toBe(200);
    });

    test('DB6 SG11 AC4: who joined before the setting is told to join again with the right address, known or not', async () => {
      const { email: known } = await server().member();
      for (const email of [known, fresh()]) {
        const early = await server().member({ status: 'not_confirmed' });
        const change = (as: MadeMember) =>
          server().call('/api/activation-address.php', { json: { email }, as, ip: freshIp() });
        expect(shown(await change(early))).toEqual([403, '{"error":{"code":"join_again"}}', []]);
        const json = { email, password: early.password };
        const inSettings = await server().call('/api/email.php', { method: 'PUT', json, as: early, ip: freshIp() });
        expect(shown(inSettings)).toEqual([403, '{"error":{"code":"join_again"}}', []]);
        expect(await userOf(early)).toMatchObject({ email: early.email, status: 'not_confirmed' });
        expect((await change(await server().member())).body.error?.code).toBe('already_active');
      }
    });

    test('DB6 SG20: the account of a form is made once, by its first job, and no form is kept after it', async () => {
      const email = fresh();
      for (const name of ['Anna Bloom', 'Another Name']) await joinWith(server(), rightForm({ email, name }));
      const rows = () =>
        server().database.inTenant(neutral.id, async (db) => ({
          waiting: (await db.selectFrom('pending_signup').select('id').execute()).length,
          accounts: await db
            .selectFrom('account as a')
            .innerJoin('profile as p', 'p.id', 'a.id')
            .select(['p.name', 'a.status', 'a.login_after_confirming', 'p.interests', 'a.credits'])
            .where('a.email', '=', email)
            .execute(),
        }));
      expect(await rows()).toEqual({ waiting: 2, accounts: [] });
      await server().runJobs();
      const { signup_credits: credits } = neutral.siteSettings;
      const made = {
        name: 'Anna Bloom',
        status: 'not_confirmed',
        login_after_confirming: true,
        interests: [],
        credits,
      };
      expect(await rows()).toEqual({ waiting: 0, accounts: [made] });
      expect(mailsTo(email)).toHaveLength(2);
    });

    test('DB6 C2: a wrong password is answered the same for every address, and so is asking for a login by mail', async () => {
      const asked = [fresh(), ...Object.values(await accounts()).map(({ email }) => email)];
      for (const email of asked) {
        expect(shown(await logIn(email, 'wrong password'))).toEqual([422, '{"error":{"code":"login_failed"}}', []]);
        const byMail = await server().call('/api/login-mail.php', { json: { email }, ip: freshIp() });
        expect(shown(byMail)).toEqual([200, '{"sent":true}', []]);
      }
    });

    test('DB6 AC5: a change to a taken address looks like any other; only the reader of its link learns that it is taken', async () => {
      const other = await server().member();
      for (const [email, code] of [
        [fresh(), undefined],
        [other.email, 'email_known'],
      ] as const) {
        const member = await server().member();
        const json = { email, password: member.password };
        const answer = await server().call('/api/email.php', { method: 'PUT', json, as: member, ip: freshIp() });
        expect(shown(answer)).toEqual([204, '', []]);
        await server().runJobs();
        const settings = (await server().call('/api/account.php', { as: member })).body['settings'];
        expect(settings).toMatchObject({ email: member.email, pending_email: email });
        const token = tokenTo(server(), email);
        expect((await server().call('/api/email-confirm.php', { json: { token } })).body.error?.code).toBe(code);
      }
      expect(await userOf(other)).toMatchObject({ email: other.email });
    });
  },
  { sites: [neutral] },
);
