// Complaints and parked payment reports in the inbox of staff: shown, and closed once.
import { beforeAll, expect, test } from 'vitest';
import type { StaffCallName } from '#contract/staff';
import { noticeOf, notify } from '../support/fake-provider.ts';
import { buy } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { addStaff, type MadeStaff, staffCall } from '../support/staff.ts';

const tenant = siteAt(0).id;
const brand = siteAt(0).folder;
const elsewhere = siteAt(1).folder;
const reason = 'Answered by mail';

eachEngine('staff matters', (server) => {
  let [support, finance]: MadeStaff[] = [];
  beforeAll(async () => {
    support = await addStaff(server(), 'support');
    finance = await addStaff(server(), 'finance');
  });
  const by = (staff: MadeStaff | undefined, name: StaffCallName, input: object) =>
    staffCall(server(), name, { brand, ...input }, { as: staff ?? null });
  const waiting = async (kind: string) =>
    (
      (await staffCall(server(), 'inbox.list', {}, { as: support ?? null })).body['items'] as {
        kind: string;
        id: string;
        brand: string;
        about: string;
      }[]
    ).filter((each) => each.kind === kind);
  const logged = (subject: string) =>
    server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('audit_log')
        .select(['actor', 'call', 'reason'])
        .where('subject', '=', subject)
        .orderBy('id')
        .execute(),
    );

  test('DE11: complaints.show and complaints.close; a closed one waits no more', async () => {
    const me = await server().member();
    const json = { email: me.email, subject: 'else', text: 'Something went wrong.' };
    await server().call('/api/complaint.php', { json, as: me });
    const [found] = await waiting('complaint');
    const id = found?.id ?? '';
    expect(found).toMatchObject({ brand, about: 'else' });
    const shown = await by(support, 'complaints.show', { id });
    expect(shown.body['complaint']).toMatchObject({
      id,
      email: me.email,
      account: me.id,
      text: json.text,
      closed: false,
    });
    const close = { id, reason };
    expect((await by(support, 'complaints.close', { ...close, brand: elsewhere })).status).toBe(404);
    const both = await Promise.all([by(support, 'complaints.close', close), by(finance, 'complaints.close', close)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await by(support, 'complaints.show', { id })).body['complaint']).toMatchObject({ closed: true });
    expect(await waiting('complaint')).toEqual([]);
    expect(await logged(`complaint ${id}`)).toMatchObject([
      { actor: support?.email, call: 'complaints.show', reason: null },
      { call: 'complaints.close', reason },
      { call: 'complaints.show' },
    ]);
  });

  test('DE11 B5: parked.show and parked.close; a report that did not fit waits until a person has looked', async () => {
    const order = await buy(server(), await server().member());
    await notify(server(), tenant, { ...noticeOf(order, 'paid'), event: `evt_${crypto.randomUUID()}`, amount: 1 });
    const [found] = await waiting('parked');
    const id = found?.id ?? '';
    expect(found).toMatchObject({ brand, about: 'paid' });
    expect((await by(support, 'parked.show', { id })).status).toBe(403);
    const shown = (await by(finance, 'parked.show', { id })).body['parked'];
    expect(shown).toMatchObject({ id, kind: 'paid', amount: 1, payment: order.id, closed: false });
    expect((await by(finance, 'parked.show', { id, brand: elsewhere })).status).toBe(404);
    expect((await by(finance, 'parked.close', { id, reason })).status).toBe(204);
    expect((await by(finance, 'parked.close', { id, reason })).body.error?.code).toBe('already_decided');
    expect(await waiting('parked')).toEqual([]);
    expect((await logged(`parked ${id}`)).map(({ call }) => call)).toEqual(['parked.show', 'parked.close']);
  });
});
