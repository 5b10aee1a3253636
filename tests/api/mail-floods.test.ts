// Floods of requests for mails, all at once: an address gets its daily number of mails and not one more (check C12).
import { expect, test } from 'vitest';
import { freshIp, joinNew } from '../support/joining.ts';
import { eachEngine, figure } from '../support/server.ts';

const REQUESTS = figure(1000, 60);
/** Mails a day to one address, of each kind. */
const DAILY = 3;
const DAY = 86_400;

eachEngine('mail floods', (server) => {
  const flood = <T>(request: (at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: REQUESTS }, (_, at) => request(at)));
  const mailsTo = async (email: string): Promise<number> => {
    await server().runJobs();
    return server().mails.filter(({ to }) => to === email).length;
  };

  test('C12 AU23: of many requests for a link to reset a password, from as many addresses, three mail one', async () => {
    server().holdClock();
    const member = await server().member();
    const ask = () =>
      flood(() => server().call('/api/password-reset.php', { json: { email: member.email }, ip: freshIp() }));
    const answers = await ask();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(DAILY);
    expect(answers.filter(({ body }) => body.error?.code === 'reset_limit')).toHaveLength(REQUESTS - DAILY);
    expect(await mailsTo(member.email)).toBe(DAILY);
    server().advance(DAY - 1);
    await ask();
    expect(await mailsTo(member.email)).toBe(DAILY);
  });

  test('C12 AU33: of many requests for another confirmation mail one a minute goes out, and three a day with the first', async () => {
    server().holdClock();
    const { cookie, email } = await joinNew(server());
    for (const mails of [2, DAILY, DAILY]) {
      server().advance(60);
      await flood(() => server().call('/api/activation-mail.php', { json: {}, as: { cookie }, ip: freshIp() }));
      expect(await mailsTo(email)).toBe(mails);
    }
  });

  test('C12 AC4: of many changes to one address by many members three mail a link to it', async () => {
    server().holdClock();
    const email = `${crypto.randomUUID()}@example.test`;
    const members = await Promise.all(Array.from({ length: 6 }, () => server().member()));
    const answers = await flood((at) => {
      const as = members[at % members.length] ?? null;
      const json = { email, password: as?.password };
      return server().call('/api/email.php', { method: 'PUT', json, as, ip: freshIp() });
    });
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(DAILY);
    expect(answers.some(({ body }) => body.error?.code === 'mail_limit')).toBe(true);
    expect(await mailsTo(email)).toBe(DAILY);
  });

  test('C12 AC4: of many changes to many addresses three go through, so that the old one is told of each and not flooded', async () => {
    server().holdClock();
    const member = await server().member();
    const answers = await flood((at) => {
      const json = { email: `${at}-${crypto.randomUUID()}@example.test`, password: member.password };
      return server().call('/api/email.php', { method: 'PUT', json, as: member, ip: freshIp() });
    });
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(DAILY);
    expect(await mailsTo(member.email)).toBe(DAILY);
  });
});
