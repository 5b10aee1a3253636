// The steps after joining: recorded once each, kept for every device, and started again by a new account.
import { expect, test } from 'vitest';
import type { User } from '#contract/auth';
import { cookieIn, joinNew, tokenTo } from '../support/joining.ts';
import { eachEngine, type TestServer } from '../support/server.ts';

type As = { readonly cookie: string };
const finish = (server: TestServer, as: As, step: string) =>
  server.call('/api/signup.php', { method: 'PUT', json: { step }, as });
const stepsOf = async (server: TestServer, as: As) =>
  ((await server.call('/api/user.php', { as })).body as unknown as { user: User }).user.signup_steps;

eachEngine('steps after joining', (server) => {
  test('SG30 SG4: signup.finishStep keeps the steps for every device, before and after the address is confirmed', async () => {
    const { cookie, email, form, token } = await joinNew(server());
    expect(await stepsOf(server(), { cookie })).toEqual([]);
    expect((await finish(server(), { cookie }, 'message')).status).toBe(204);
    const login = { email, password: form['password'] };
    const phone = cookieIn(await server().call('/api/user.php', { method: 'POST', json: login }));
    expect(await stepsOf(server(), phone)).toEqual(['message']);
    expect((await server().call('/api/activate.php', { json: { token }, as: { cookie } })).status).toBe(200);
    expect((await finish(server(), phone, 'personal')).status).toBe(204);
    expect(await stepsOf(server(), { cookie })).toEqual(['message', 'personal']);
  });

  test('SG30 AU28 C8: after the link has expired the steps go on where they were, and a new link confirms', async () => {
    server().holdClock();
    const { cookie, email, form, token } = await joinNew(server());
    for (const step of ['message', 'photo']) await finish(server(), { cookie }, step);
    server().advance(48 * 3600);
    const activate = (link: string, as: As) =>
      server().call('/api/activate.php', { json: { token: link, password: form['password'] }, as });
    expect((await activate(token, { cookie: '' })).body.error?.code).toBe('link_expired');
    const login = { email, password: form['password'] };
    const phone = cookieIn(await server().call('/api/user.php', { method: 'POST', json: login }));
    expect(await stepsOf(server(), phone)).toEqual(['message', 'photo']);
    expect((await finish(server(), phone, 'personal')).status).toBe(204);
    expect((await server().call('/api/activation-mail.php', { json: {}, as: phone })).status).toBe(204);
    await server().runJobs();
    expect((await activate(tokenTo(server(), email), phone)).status).toBe(200);
    expect(await stepsOf(server(), { cookie })).toEqual(['message', 'photo', 'personal']);
  });

  test('SG30: signup.finishStep records a step once, also from two devices at the same moment', async () => {
    const { cookie } = await joinNew(server());
    const answers = await Promise.all(
      ['about', 'about', 'personal', 'about'].map((step) => finish(server(), { cookie }, step)),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect((await stepsOf(server(), { cookie })).toSorted()).toEqual(['about', 'personal']);
    expect((await finish(server(), { cookie }, 'payment')).status).toBe(422);
  });
});
