// The address of an unconfirmed account can be corrected, and links to the address before do not confirm the new one.
import { expect, test } from 'vitest';
import type { User } from '#contract/auth';
import { freshIp, joinNew, joinWith, leaveMidnight, rightForm, tokenTo } from '../support/joining.ts';
import { eachEngine, type TestServer } from '../support/server.ts';

const address = (): string => `${crypto.randomUUID()}@example.test`;
const change = (server: TestServer, cookie: string, email: string, ip = freshIp()) =>
  server.call('/api/activation-address.php', { json: { email }, as: { cookie }, ip });
const activate = (server: TestServer, cookie: string, token: string) =>
  server.call('/api/activate.php', { json: { token }, as: { cookie } });
const userOf = async (server: TestServer, cookie: string): Promise<User | null> =>
  ((await server.call('/api/user.php', { as: { cookie } })).body as unknown as { user: User | null }).user;

eachEngine('change of address', (server) => {
  test('SG11: signup.changeAddress sends the mail to the new address, whose link alone confirms', async () => {
    const { cookie, token, email } = await joinNew(server());
    const next = address();
    expect((await change(server(), cookie, ` ${next} `)).status).toBe(204);
    await server().runJobs();
    expect((await userOf(server(), cookie))?.email).toBe(next);
    expect((await activate(server(), cookie, token)).body.error?.code).toBe('link_expired');
    expect((await activate(server(), cookie, tokenTo(server(), next))).status).toBe(200);
    expect((await userOf(server(), cookie))?.status).toBe('active');
    expect(server().mails.filter(({ to }) => to === email)).toHaveLength(1);
    expect((await change(server(), cookie, address())).body.error?.code).toBe('already_active');
  });

  test('DE1: an address of another member is refused; one that was never confirmed stays, and goes on by mail', async () => {
    const { cookie, email } = await joinNew(server());
    const member = await server().member();
    expect((await change(server(), cookie, member.email)).body.error?.code).toBe('email_known');
    expect((await change(server(), cookie, 'anna@nowhere')).status).toBe(422);
    const other = await joinNew(server());
    const refused = await change(server(), cookie, other.email.toUpperCase());
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'check_mail']);
    expect(await userOf(server(), other.cookie)).toMatchObject({ email: other.email, status: 'not_confirmed' });
    expect((await userOf(server(), cookie))?.email).toBe(email);
    await server().runJobs();
    expect(server().mails.filter(({ to }) => to === other.email)).toHaveLength(2);
    expect((await activate(server(), other.cookie, other.token)).status).toBe(200);
  });

  test('SG11 DE2: a change succeeds when the mails of the new address are spent, and its mail follows the next day', async () => {
    leaveMidnight(server());
    const spent = await joinNew(server());
    for (let each = 0; each < 3; each += 1) {
      server().advance(61);
      await server().call('/api/activation-mail.php', { json: {}, as: spent });
    }
    const { cookie } = await joinNew(server());
    await joinWith(server(), rightForm({ email: spent.email }));
    expect((await userOf(server(), spent.cookie))?.mail_after).toEqual(expect.any(String));
    expect((await change(server(), spent.cookie, address())).status).toBe(204);
    expect((await userOf(server(), spent.cookie))?.mail_after).toBeNull();
    expect((await change(server(), cookie, spent.email)).status).toBe(204);
    const midnight = (await userOf(server(), cookie))?.mail_after ?? '';
    expect(midnight).toMatch(/T00:00:00/);
    await server().runJobs();
    const mails = () => server().mails.filter(({ to }) => to === spent.email);
    expect(mails()).toHaveLength(3);
    server().advance((Date.parse(midnight) - server().now().getTime()) / 1000);
    await server().runJobs();
    expect(mails()).toHaveLength(4);
    expect((await userOf(server(), cookie))?.mail_after).toBeNull();
    expect((await activate(server(), cookie, tokenTo(server(), spent.email))).status).toBe(200);
  });

  test('DB6: at the limit, known and unknown addresses get the same answer and nothing changes', async () => {
    const { cookie, email } = await joinNew(server());
    const members = await Promise.all(Array.from({ length: 6 }, () => server().member()));
    const ip = freshIp();
    const answers = [];
    for (const member of members) {
      const own = await joinNew(server());
      answers.push((await change(server(), own.cookie, member.email, ip)).body.error?.code);
    }
    expect(answers).toEqual([...Array<string>(5).fill('email_known'), 'too_many_requests']);
    expect((await change(server(), cookie, address(), ip)).body.error?.code).toBe('too_many_requests');
    expect((await userOf(server(), cookie))?.email).toBe(email);
  });

  test('A8: an old link pressed at the same moment never confirms the new address', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { cookie, token, email } = await joinNew(server());
      const next = address();
      const [changed, activated] = await Promise.all([
        change(server(), cookie, next),
        activate(server(), cookie, token),
      ]);
      const user = await userOf(server(), cookie);
      expect([user?.email, user?.status]).toEqual(
        activated.status === 200 ? [email, 'active'] : [next, 'not_confirmed'],
      );
      expect(changed.status === 204).toBe(activated.status !== 200);
    }
  });

  test('LA11: the account knows the member whose page led to the signup, if there is one', async () => {
    const member = await server().member();
    const { cookie } = await joinNew(server(), { member: member.id });
    expect((await userOf(server(), cookie))?.signup_member).toBe(member.id);
    const lost = await joinNew(server(), { member: crypto.randomUUID() });
    expect((await userOf(server(), lost.cookie))?.signup_member).toBeNull();
    const gone = await server().member({ status: 'pending_deletion' });
    const odd = await joinNew(server(), { member: gone.id });
    expect((await userOf(server(), odd.cookie))?.signup_member).toBeNull();
  });
});
