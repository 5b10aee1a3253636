// What staff do in a brand: the inbox, decisions, a member's page, goodwill and refunds; each look and change is in the log.
import { beforeAll, expect, test } from 'vitest';
import type { StaffCallName } from '#contract/staff';
import { GOODWILL } from '#domain/staff';
import { noticeOf, notify } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { appealTokenIn } from '../support/operator.ts';
import { buy, stateOf } from '../support/payments.ts';
import { type CallAnswer, eachEngine, siteAt } from '../support/server.ts';
import { addStaff, type MadeStaff, staffCall } from '../support/staff.ts';

const tenant = siteAt(0).id;
const brand = siteAt(0).folder;
const elsewhere = siteAt(1).folder;
const reason = 'As our rules say';

eachEngine('staff desk', (server) => {
  let [moderator, second, support, finance, owner]: MadeStaff[] = [];
  beforeAll(async () => {
    moderator = await addStaff(server(), 'moderator');
    second = await addStaff(server(), 'moderator');
    support = await addStaff(server(), 'support');
    finance = await addStaff(server(), 'finance');
    owner = await addStaff(server(), 'owner');
  });
  const by = (staff: MadeStaff | undefined, name: StaffCallName, input: object, headers = {}): Promise<CallAnswer> =>
    staffCall(server(), name, { brand, ...input }, { as: staff ?? null, headers });
  const outcome = async (answer: Promise<CallAnswer>): Promise<unknown[]> => {
    const { status, body } = await answer;
    return [status, body.error?.code];
  };
  const logged = (subject: string) =>
    server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('audit_log')
        .select(['actor', 'call', 'reason', 'before', 'after'])
        .where('subject', '=', subject)
        .orderBy('id')
        .execute(),
    );
  const inbox = async (): Promise<{ id: string; kind: string; brand: string; about: string }[]> =>
    (await staffCall(server(), 'inbox.list', {}, { as: moderator ?? null })).body['items'] as [];
  const member = (draft: object = {}) => server().member({ credits: 5, ...draft });
  async function reported() {
    const [me, other] = [await member(), await member()];
    const json = { profile: other.id, category: 'scam', text: 'Asked for money.' };
    await server().call('/api/report.php', { json, as: me });
    const { id } = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('report').select('id').where('reported', '=', other.id).executeTakeFirstOrThrow(),
    );
    return { me, other, id };
  }
  const mailsTo = async ({ email }: MadeMember) => {
    await server().runJobs();
    return server().mails.filter(({ to }) => to === email);
  };
  const logIn = async ({ email, password }: MadeMember) =>
    (await server().call('/api/user.php', { json: { email, password } })).body.error?.code;

  test('DE11 SA4: inbox.list shows what waits in all brands and no names; photos.decide decides and can be undone', async () => {
    const [here, there] = [await member(), await server().member({}, siteAt(1))];
    const photoOf = async ({ id: profile }: MadeMember, of: number) => {
      const id = crypto.randomUUID();
      const photo = {
        tenant: of,
        id,
        profile,
        token: id.replaceAll('-', ''),
        file: 'p001',
        status: 'pending' as const,
      };
      await server().database.inTenant(of, (db) => db.insertInto('photo').values(photo).execute());
      return id;
    };
    const [photo, foreign] = [await photoOf(here, tenant), await photoOf(there, siteAt(1).id)];
    const { id: report } = await reported();
    expect(await inbox()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ brand, kind: 'photo', id: photo, about: 'free' }),
        expect.objectContaining({ brand: elsewhere, kind: 'photo', id: foreign }),
        expect.objectContaining({ brand, kind: 'report', id: report, about: 'member scam' }),
      ]),
    );
    expect(JSON.stringify(await inbox())).not.toContain(here.name);
    const approve = { id: photo, verdict: { action: 'approve' } };
    expect(await outcome(by(moderator, 'photos.decide', { ...approve, brand: elsewhere }))).toEqual([404, 'not_found']);
    expect(await outcome(by(moderator, 'photos.decide', { ...approve, brand: 'unknown' }))).toEqual([404, 'not_found']);
    expect((await by(moderator, 'photos.decide', approve)).body).toEqual({ before: 'pending' });
    const reject = { id: photo, verdict: { action: 'reject', reason: 'unclear' } };
    expect((await by(moderator, 'photos.decide', reject)).body).toEqual({ before: 'active' });
    expect((await by(moderator, 'photos.decide', approve)).body).toEqual({ before: 'rejected' });
    expect(await logged(`photo ${photo}`)).toMatchObject([
      { actor: moderator?.email, before: { status: 'pending' }, after: { status: 'active' }, reason: null },
      { before: { status: 'active' }, after: { status: 'rejected' }, reason: 'unclear' },
      { before: { status: 'rejected' }, after: { status: 'active' } },
    ]);
    expect((await inbox()).map(({ id }) => id)).not.toContain(photo);
  });

  test('DE11 SA4: reports.show is logged as a look, reports.decide decides once', async () => {
    const { me, other, id } = await reported();
    const { body } = await by(support, 'reports.show', { id });
    expect(body['report']).toMatchObject({ id, reported: other.id, text: 'Asked for money.', status: 'received' });
    const decision = { id, measure: { action: 'warn', rule: 'scam', facts: 'You asked for money.' }, reason };
    expect(await outcome(by(support, 'reports.decide', decision))).toEqual([403, 'forbidden']);
    const wrong = { ...decision, measure: { action: 'warn', rule: 'ugly' } };
    expect((await by(moderator, 'reports.decide', wrong)).status).toBe(422);
    const past = { action: 'suspend', rule: 'scam', until: '2020-01-01T00:00:00.000Z' };
    expect((await by(moderator, 'reports.decide', { ...decision, measure: past })).status).toBe(422);
    const noPhoto = { ...decision, measure: { action: 'remove_photo', reason: 'unclear' } };
    expect(await outcome(by(moderator, 'reports.decide', noPhoto))).toEqual([409, 'photo_gone']);
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (let each = 0; each < 2; each += 1)
      expect((await by(moderator, 'reports.decide', { ...decision, answer: 'Thank you.' }, key)).status).toBe(204);
    expect(await outcome(by(second, 'reports.decide', decision))).toEqual([409, 'already_decided']);
    expect((await mailsTo(other)).map(({ text }) => text).join()).toContain('You asked for money.');
    expect((await mailsTo(me)).map(({ text }) => text).join()).toContain('Thank you.');
    expect(await logged(`report ${id}`)).toEqual([
      { actor: support?.email, call: 'reports.show', reason: null, before: null, after: null },
      {
        ...{ actor: moderator?.email, call: 'reports.decide', reason, before: { status: 'received' } },
        after: { action: 'warn', rule: 'scam' },
      },
    ]);
  });

  test('DE11 SA4: members.decide suspends and restores; appeals.show and appeals.decide by someone else', async () => {
    const other = await member();
    const until = new Date(server().now().getTime() + 86_400_000).toISOString();
    const suspend = { id: other.id, measure: { action: 'suspend', rule: 'hate', until }, reason };
    expect(await outcome(by(moderator, 'members.decide', { ...suspend, brand: elsewhere }))).toEqual([
      404,
      'not_found',
    ]);
    expect((await by(moderator, 'members.decide', suspend)).status).toBe(204);
    expect(await logIn(other)).toBe('account_suspended');
    const json = { token: appealTokenIn((await mailsTo(other))[0]?.text), text: 'I never wrote that.' };
    expect((await server().call('/api/appeal.php', { json })).status).toBe(200);
    const waiting = (await inbox()).filter(({ kind }) => kind === 'appeal').at(-1);
    const id = waiting?.id ?? '';
    expect((await by(support, 'appeals.show', { id })).body['appeal']).toMatchObject({
      ...{ text: 'I never wrote that.', side: 'member', account: other.id, outcome: null },
      decision: { operator: moderator?.email, action: 'suspend', reason: 'hate', until },
    });
    const grant = { id, outcome: 'granted', reason, answer: 'Sorry.' };
    expect(await outcome(by(moderator, 'appeals.decide', grant))).toEqual([409, 'same_person']);
    expect((await by(second, 'appeals.decide', grant)).status).toBe(204);
    expect(await outcome(by(second, 'appeals.decide', grant))).toEqual([409, 'already_decided']);
    expect(await logIn(other)).toBeUndefined();
    expect((await by(moderator, 'members.decide', suspend)).status).toBe(204);
    const restore = { id: other.id, measure: { action: 'restore' }, reason };
    expect((await by(moderator, 'members.decide', restore)).status).toBe(204);
    expect(await outcome(by(moderator, 'members.decide', restore))).toEqual([404, 'not_found']);
    expect(await logIn(other)).toBeUndefined();
    expect(await logged(`member ${other.id}`)).toMatchObject([
      { before: { status: 'active' }, after: { action: 'suspend', rule: 'hate', until }, reason },
      { before: { status: 'active' }, after: { action: 'suspend' } },
      { before: { status: 'suspended' }, after: { action: 'restore' }, reason },
    ]);
    expect((await logged(`appeal ${id}`)).map(({ call }) => call)).toEqual(['appeals.show', 'appeals.decide']);
  });

  test('DE11: members.find and members.show find a member of one brand, and every look is logged', async () => {
    const me = await member({ photos: [{}] });
    const order = await buy(server(), me);
    expect((await by(support, 'members.find', { email: me.email.toUpperCase() })).body).toEqual({ id: me.id });
    expect((await by(support, 'members.find', { email: me.email, brand: elsewhere })).body).toEqual({ id: null });
    const { body } = await by(support, 'members.show', { id: me.id });
    expect(body['member']).toMatchObject({
      ...{ id: me.id, email: me.email, status: 'active', credits: 5, sessions: 1, reports: [], decisions: [] },
      profile: { name: me.name, reachable: true },
      payments: [{ id: order.id, amount: order.amount }],
    });
    expect(await outcome(by(support, 'members.show', { id: me.id, brand: elsewhere }))).toEqual([404, 'not_found']);
    expect((await logged(`member ${me.id}`)).map(({ call }) => call)).toEqual(['members.find', 'members.show']);
    expect(JSON.stringify(await logged(`member ${me.id}`))).not.toContain(me.name);
  });

  test('DE11 CR20: members.credit gives goodwill once for each key, within the limit of the role', async () => {
    const me = await member();
    const most = GOODWILL as Required<typeof GOODWILL>;
    const give = (staff: MadeStaff | undefined, credits: number, headers = {}) =>
      by(staff, 'members.credit', { id: me.id, credits, reason }, headers);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const same = await Promise.all(Array.from({ length: 4 }, () => give(support, 10, key)));
    expect(same.map(({ status }) => status)).toContain(200);
    expect((await give(support, 10, key)).body).toEqual({ balance: 15 });
    expect(await outcome(give(support, 9, key))).toEqual([409, 'idempotency_conflict']);
    expect(await outcome(give(support, most.support.credits + 1))).toEqual([422, 'invalid']);
    expect(await outcome(give(moderator, 1))).toEqual([403, 'forbidden']);
    expect((await give(finance, most.finance.credits)).body).toEqual({ balance: 115 });
    for (let each = 1; each < most.support.perDay; each += 1) await give(support, 1);
    expect(await outcome(give(support, 1))).toEqual([429, 'limit_reached']);
    const balance = 115 + most.support.perDay - 1;
    const user = (await server().call('/api/user.php', { as: me })).body['user'];
    expect(user).toMatchObject({ credits: balance });
    expect((await logged(`member ${me.id}`))[0]).toEqual({
      ...{ actor: support?.email, call: 'members.credit', reason },
      ...{ before: { credits: 5 }, after: { credits: 15 } },
    });
    expect(await logged(`member ${me.id}`)).toHaveLength(most.support.perDay + 1);
  });

  test('DE11 CR54: payments.refund takes the unused credits back and refunds their price, once, also after the term', async () => {
    const me = await member();
    const order = await buy(server(), me, '15');
    expect((await notify(server(), tenant, noticeOf(order, 'paid'))).status).toBe(204);
    await server().database.inTenant(tenant, (db) =>
      db
        .updateTable('payment')
        .set({ paid_at: new Date(server().now().getTime() - 60 * 86_400_000) })
        .where('id', '=', order.id)
        .execute(),
    );
    const refund = (staff: MadeStaff | undefined, headers = {}, place = brand) =>
      by(staff, 'payments.refund', { id: order.id, reason, brand: place }, headers);
    for (const staff of [support, moderator]) expect(await outcome(refund(staff))).toEqual([403, 'forbidden']);
    expect(await outcome(refund(finance, {}, elsewhere))).toEqual([404, 'not_found']);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const done = await refund(finance, key);
    expect(done.body).toMatchObject({ credits: 15, amount: order.amount, currency: 'EUR' });
    expect((await refund(finance, key)).body).toEqual(done.body);
    expect(await outcome(refund(owner))).toEqual([409, 'withdrawal_over']);
    await server().runJobs();
    expect([...server().provider.refunds.values()].filter(({ ref }) => ref === `ref-${order.id}`)).toMatchObject([
      { amount: order.amount, currency: 'EUR' },
    ]);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 5 });
    expect(await logged(`payment ${order.id}`)).toMatchObject([
      { actor: finance?.email, reason, before: { status: 'paid', refunded: 0 }, after: { credits_taken: 15 } },
    ]);
  });
});
