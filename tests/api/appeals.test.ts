// Appeals against decisions, by the mailed link: once, within six months, decided by someone else.
import { expect, test } from 'vitest';
import { APPEAL } from '#domain/limits';
import type { MadeMember } from '../support/members.ts';
import { appealTokenIn, operate as operateOn } from '../support/operator.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const { folder } = siteAt(0);

eachEngine('appeals', (server) => {
  const operate = (line: string): Promise<string[]> => operateOn(server(), line);
  const mailsTo = async ({ email }: MadeMember) => {
    await server().runJobs();
    return server().mails.filter(({ to }) => to === email);
  };
  const appeal = (token: string, text = 'I never wrote that.', site = siteAt(0)) =>
    server().call('/api/appeal.php', { json: { token, text }, site });
  const code = async (answer: ReturnType<typeof appeal>) => (await answer).body.error?.code;
  const logIn = ({ email, password }: MadeMember) => server().call('/api/user.php', { json: { email, password } });
  const appealOf = async ({ id }: MadeMember): Promise<string> =>
    (
      await server().database.inTenant(tenant, (db) =>
        db.selectFrom('appeal').select('id').where('account', '=', id).executeTakeFirstOrThrow(),
      )
    ).id;
  /** A banned member with the token of the mail that tells why. */
  const banned = async () => {
    const member = await server().member();
    await operate(`member ban ${member.id} --as Kim --because fake`);
    return { member, token: appealTokenIn((await mailsTo(member))[0]?.text) };
  };

  test('SA4 SA3: appeals.send takes one appeal for each decision, with a receipt, and someone else grants it', async () => {
    const { member, token } = await banned();
    expect((await appeal(token)).status).toBe(200);
    expect(await code(appeal(token))).toBe('appeal_sent');
    const id = await appealOf(member);
    const [, receipt] = await mailsTo(member);
    expect(receipt?.text).toContain(id.slice(0, 8).toUpperCase());
    expect(server().mails.find(({ text }) => text.includes('I never wrote that.'))?.to).toBe(
      siteAt(0).siteSettings.support_email,
    );
    expect((await operate('appeals')).join('\n')).toMatch(`${id}  ${folder}`);
    await expect(operate(`appeal grant ${id} --as kim --note "As agreed"`)).rejects.toThrow('your own');
    expect((await logIn(member)).body.error?.code).toBe('account_closed');
    expect(await operate(`appeal grant ${id} --as Robin --answer "Sorry about that." --note "As agreed"`)).toEqual([
      `${folder}: granted`,
    ]);
    await expect(operate(`appeal refuse ${id} --as Robin --note "As agreed"`)).rejects.toThrow('decided already');
    expect((await logIn(member)).status).toBe(200);
    expect((await mailsTo(member)).at(-1)?.text).toMatch(/undone our decision[^]*Sorry about that\./);
    expect(await operate('appeals')).not.toContainEqual(expect.stringContaining(id));
  });

  test('SA4: a refused appeal changes nothing, and --alone lets the same person decide', async () => {
    const { member, token } = await banned();
    await appeal(token);
    expect(await operate(`appeal refuse ${await appealOf(member)} --as Kim --alone --note "As agreed"`)).toEqual([
      `${folder}: refused`,
    ]);
    expect((await logIn(member)).body.error?.code).toBe('account_closed');
    expect((await mailsTo(member)).at(-1)?.text).toContain('our decision stands');
  });

  test('SA4: a granted appeal leaves a newer suspension in force', async () => {
    const { member, token } = await banned();
    await appeal(token);
    server().advance(1);
    await operate(`member ban ${member.id} --as Kim --because scam`);
    await operate(`appeal grant ${await appealOf(member)} --as Robin --note "As agreed"`);
    expect((await logIn(member)).body.error).toMatchObject({ code: 'account_closed', rule: 'scam' });
  });

  test('SA4: who reported can appeal as well; a granted one opens the report again', async () => {
    const [me, other] = [await server().member(), await server().member()];
    await server().call('/api/report.php', { json: { profile: other.id, category: 'fake', text: '' }, as: me });
    const report = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('report').select('id').where('reported', '=', other.id).executeTakeFirstOrThrow(),
    );
    await operate(`report close ${report.id} --as Kim --note "As agreed"`);
    expect((await appeal(appealTokenIn((await mailsTo(me)).at(-1)?.text))).status).toBe(200);
    await operate(`appeal grant ${await appealOf(me)} --as Robin --note "As agreed"`);
    expect(await operate('reports')).toContainEqual(expect.stringContaining(report.id));
    expect((await mailsTo(me)).at(-1)?.text).toContain('a new decision on your report');
    expect(await mailsTo(other)).toEqual([]);
  });

  test('SA4: a forged link, one of another brand and one after six months are refused', async () => {
    const { token } = await banned();
    const forged = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;
    expect(await code(appeal(forged))).toBe('appeal_over');
    expect(await code(appeal(token, 'x', siteAt(1)))).toBe('appeal_over');
    expect((await appeal(token, ' \u200b')).body.error).toMatchObject({ fields: { text: 'required' } });
    server().advance(APPEAL.days * 86_400);
    expect(await code(appeal(token))).toBe('appeal_over');
  });
});
