// Decisions of operators about reports and members: who is told what, and what a suspension and a ban do.
import { expect, test } from 'vitest';
import { endDueSuspensions } from '#server/auth/suspension';
import { send } from '../support/chats.ts';
import type { MadeMember } from '../support/members.ts';
import { appealTokenIn, operate as operateOn, typedOrder } from '../support/operator.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const { folder } = siteAt(0);

eachEngine('decisions', (server) => {
  const operate = (line: string): Promise<string[]> => operateOn(server(), line);
  const reported = async (extra: object = {}) => {
    const [me, other] = [await server().member({ credits: 5 }), await server().member({ credits: 5 })];
    const json = { profile: other.id, category: 'scam', text: 'Asked for money.', ...extra };
    expect((await server().call('/api/report.php', { json, as: me })).status).toBe(200);
    return { me, other, id: await reportOf(other) };
  };
  const reportOf = async (other: MadeMember): Promise<string> =>
    (
      await server().database.inTenant(tenant, (db) =>
        db.selectFrom('report').select('id').where('reported', '=', other.id).executeTakeFirstOrThrow(),
      )
    ).id;
  const mailsTo = async ({ email }: MadeMember) => {
    await server().runJobs();
    return server().mails.filter(({ to }) => to === email);
  };
  const recorded = (report: string) =>
    server().database.inTenant(tenant, (db) =>
      db.selectFrom('moderation').selectAll().where('report', '=', report).execute(),
    );
  const logIn = ({ email, password }: MadeMember) => server().call('/api/user.php', { json: { email, password } });
  const sees = async (as: MadeMember, { id }: MadeMember): Promise<number> =>
    (await server().call('/api/member.php', { as, query: `id=${id}` })).status;
  const end = (days: number): string =>
    new Date(server().now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

  test('SA4: reports are listed and shown with their evidence, and one is closed once, which its reporter is told', async () => {
    const { me, other, id } = await reported();
    const { body } = await server().call('/api/reports.php', { as: me });
    expect(await operate('reports')).toContainEqual(expect.stringMatching(`^${id}  ${folder}  .*member  scam  `));
    expect((await operate(`report show ${id}`)).join('\n')).toMatch(/received[^]*member, scam[^]*Asked for money\./);
    expect(await operate(`report close ${id} --as Kim --answer "Thank you, Ann." --note "Looks fine"`)).toEqual([
      `${folder}: close`,
    ]);
    await expect(operate(`report ban ${id} --as Kim --because scam`)).rejects.toThrow('decided already');
    expect(await operate('reports')).not.toContainEqual(expect.stringContaining(id));
    expect(await recorded(id)).toMatchObject([
      { operator: 'Kim', action: 'no_action', account: null, note: 'Looks fine' },
    ]);
    const [number] = (body['reports'] as { number: string }[]).map((each) => each.number);
    const outcome = (await mailsTo(me)).find(({ subject }) => subject === `Your report ${number}`);
    expect(outcome?.text).toMatch(/nothing against our rules[^]*Thank you, Ann\.[^]*\/appeal\?token=/);
    expect(outcome?.text).not.toContain('Looks fine');
    expect(await mailsTo(other)).toEqual([]);
    expect((await server().call('/api/reports.php', { as: me })).body['reports']).toMatchObject([
      { number, status: 'no_action', decision: 'Thank you, Ann.' },
    ]);
  });

  test('SA4: a suspension does not shorten a ban, and an appeal against it does not lift the ban', async () => {
    const { other, id } = await reported();
    await operate(`report ban ${id} --as Kim --because scam`);
    await operate(`member suspend ${other.id} --as Kim --because harassment --until ${end(7)}`);
    const token = appealTokenIn((await mailsTo(other)).at(-1)?.text);
    expect((await logIn(other)).body.error?.code).toBe('account_closed');
    expect((await server().call('/api/appeal.php', { json: { token, text: 'I did not.' } })).status).toBe(200);
    const appeal = (await operate('appeals')).find((line) => line.includes(folder))?.split(' ')[0];
    await operate(`appeal grant ${appeal} --as Robin --note "As agreed"`);
    expect((await logIn(other)).body.error?.code).toBe('account_closed');
  });

  test('SA4: a warning tells the member what, why, by which rule and how to appeal, and the account stays open', async () => {
    const { me, other, id } = await reported();
    await operate(`report warn ${id} --as Kim --because scam --facts "You asked for 200 euros."`);
    const [mail] = await mailsTo(other);
    expect(mail?.text).toMatch(
      /a warning[^]*Reason: Asking for money[^]*reported your profile[^]*200 euros[^]*A person decided[^]*\/pages\/terms[^]*appeal/,
    );
    expect(appealTokenIn(mail?.text)).toHaveLength(66);
    expect([(await logIn(other)).status, await sees(me, other)]).toEqual([200, 200]);
    expect((await server().call('/api/reports.php', { as: me })).body['reports']).toMatchObject([{ status: 'acted' }]);
  });

  test('SA4 AU12: a suspended member vanishes and is logged out at once, reads why and until when, and is back by itself', async () => {
    const { me, other, id } = await reported();
    const until = end(3);
    expect(await sees(other, me)).toBe(200);
    await operate(`report suspend ${id} --as Kim --because harassment --until ${until}`);
    expect([await sees(me, other), await sees(other, me)]).toEqual([404, 403]);
    expect((await logIn(other)).body.error).toEqual({
      ...{ code: 'account_suspended', rule: 'harassment', until: `${until}T00:00:00.000Z` },
    });
    expect((await logIn({ ...other, password: 'wrong password' })).body.error?.code).toBe('login_failed');
    expect((await mailsTo(other)).at(-1)?.text).toMatch(/suspended your account\. Until .* \d\d:\d\d CES?T/);
    await endDueSuspensions(server().database, tenant, server().now());
    expect((await logIn(other)).status).toBe(403);
    const later = new Date(`${until}T00:00:01Z`);
    await endDueSuspensions(server().database, tenant, later);
    expect([(await logIn(other)).status, await sees(me, other)]).toEqual([200, 200]);
  });

  test('SA4: a banned member stays out, and coming back from a deletion does not end a ban', async () => {
    const { me, other, id } = await reported();
    await operate(`report ban ${id} --as Kim --because fake`);
    expect((await logIn(other)).body.error).toEqual({ code: 'account_closed', rule: 'fake' });
    await endDueSuspensions(server().database, tenant, new Date('2099-01-01'));
    expect([(await logIn(other)).status, await sees(me, other)]).toEqual([403, 404]);
    expect(await operate(`member restore ${other.id} --as Robin --note "As agreed"`)).toEqual([`${folder}: restore`]);
    expect((await logIn(other)).status).toBe(200);

    const leaving = await server().member();
    const json = { password: leaving.password, reason: 'other', remarks: '' };
    await server().call('/api/account.php', { method: 'DELETE', json, as: leaving });
    const token = /account-reactivate\?token=([\w-]+)/.exec((await mailsTo(leaving))[0]?.text ?? '')?.[1];
    await operate(`member ban ${leaving.id} --as Kim --because illegal`);
    expect((await server().call('/api/account-reactivate.php', { json: { token } })).status).toBe(200);
    expect((await logIn(leaving)).body.error?.code).toBe('account_closed');
  });

  test('SA4 PH9: a reported photo is removed with its reason; one that is gone is said to be', async () => {
    const me = await server().member();
    const other = await server().member({ photos: [{ status: 'active' }] });
    const json = { profile: other.id, photo: other.photos[0]?.id, category: 'sexual', text: '' };
    await server().call('/api/report.php', { json, as: me });
    const id = await reportOf(other);
    expect(await operate(`report remove-photo ${id} --as Kim --because revealing`)).toEqual([
      `${folder}: remove_photo`,
    ]);
    const { body } = await server().call('/api/photos.php', { as: other });
    expect(body['photos']).toMatchObject([
      { status: 'rejected', reason: 'revealing', appeal: expect.any(String) as string },
    ]);
    expect(await recorded(id)).toMatchObject([{ action: 'reject_photo', account: other.id }]);
    expect((await mailsTo(other))[0]?.text).toMatch(/too revealing[^]*\/appeal\?token=/);

    const { id: second } = await reported();
    await expect(operate(`report remove-photo ${second} --as Kim --because minor`)).rejects.toThrow('photo is gone');
    expect(await operate('reports')).toContainEqual(expect.stringContaining(second));
  });

  test('SA4: of a member who is gone a report can only be closed, and its messages are still there', async () => {
    const [me, other] = [await server().member({ credits: 5 }), await server().member({ credits: 5 })];
    await send(server(), other, { profile: me.id, text: 'Send money now' });
    await server().call('/api/report.php', { json: { profile: other.id, seq: 1, category: 'scam', text: '' }, as: me });
    const id = await reportOf(other);
    await server().database.inTenant(tenant, (db) => db.deleteFrom('account').where('id', '=', other.id).execute());
    expect((await operate(`report show ${id}`)).join('\n')).toMatch(/gone[^]*member: Send money now/);
    await expect(operate(`report ban ${id} --as Kim --because scam`)).rejects.toThrow('only be closed');
    expect(await operate(`report close ${id} --as Kim --note "As agreed"`)).toEqual([`${folder}: close`]);
  });

  test('SA4: what an operator types about reports, members and appeals is checked', () => {
    const id = crypto.randomUUID();
    const wrong: Readonly<Record<string, string>> = {
      [`report keep ${id} --as Kim`]: 'remove-photo',
      'report show 7': 'reports shows it',
      [`report warn ${id} --as Kim`]: '--because',
      [`report warn ${id} --because scam`]: '--as',
      [`report suspend ${id} --as Kim --because scam`]: '--until',
      [`report suspend ${id} --as Kim --because scam --until soon`]: '--until',
      [`report ban ${id} --as Kim --because scam --until 2027-01-31`]: 'Only a suspension',
      [`report remove-photo ${id} --as Kim --because scam`]: 'revealing',
      [`member praise ${id} --as Kim`]: 'restore',
      [`appeal keep ${id} --as Kim`]: 'grant, refuse',
      [`report close ${id} --as Kim --because scam --note "As agreed"`]: '--because means nothing',
      [`report close ${id} --as Kim --facts "You did." --note "As agreed"`]: '--facts means nothing',
      [`report remove-photo ${id} --as Kim --because revealing --facts "It is."`]: '--facts means nothing',
      [`member restore ${id} --as Kim --until 2027-01-31 --note "As agreed"`]: '--until means nothing',
      [`member warn ${id} --as Kim --because scam --answer "Thanks."`]: '--answer means nothing',
      [`member warn ${id} --as Kim --because scam --alone`]: '--alone means nothing',
      [`photo approve ${id} --as Kim --because revealing`]: '--because means nothing',
      [`report close ${id} --as Kim`]: '--note says why',
      [`appeal grant ${id} --as Kim`]: '--note says why',
      [`member restore ${id} --as Kim --note " "`]: '--note says why',
      [`report show ${id} --as Kim`]: '--as means nothing',
      'queue --as Kim': '--as means nothing',
    };
    for (const [line, message] of Object.entries(wrong)) expect(() => typedOrder(line)).toThrow(message);
    expect(() => typedOrder('reports')).not.toThrow();
  });
});
