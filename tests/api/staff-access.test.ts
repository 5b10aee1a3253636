// Access of staff: every call by every role, by no one and by members; and members' calls by staff.
import { expect, test } from 'vitest';
import { type StaffCallName, type StaffRole, staffRoles } from '#contract/staff';
import { contractCalls, requestFor } from '../support/calls.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { addStaff, staffCall } from '../support/staff.ts';
import { STAFF_CASES } from '../support/staff-calls.ts';

const names = Object.keys(STAFF_CASES) as StaffCallName[];
const may = (name: StaffCallName, role: StaffRole): boolean => {
  const { by } = STAFF_CASES[name];
  return by === 'anyone' || by.includes(role);
};
const withTokenOf = (cookie: string, name: string): string => `${name}=${cookie.split('=')[1] ?? ''}`;

eachEngine('staff access', (server) => {
  const answered = async (name: StaffCallName, as: { cookie: string } | null, index = 0) => {
    const answer = await staffCall(server(), name, STAFF_CASES[name].input, {
      ...{ as, site: siteAt(index) },
      // Wrong logins are counted by address.
      ip: `2001:db8:${crypto.randomUUID().slice(0, 4)}::1`,
    });
    return [name, answer.status, answer.body.error?.code ?? null];
  };

  test.each(staffRoles)('DE11 D1: every call of staff by: %s', async (role) => {
    const staff = await addStaff(server(), role);
    for (const [at, name] of names.entries()) {
      const [, status, code] = await answered(name, staff, at % 2);
      if (may(name, role)) expect([name, status]).toEqual([name, STAFF_CASES[name].status]);
      else expect([name, status, code]).toEqual([name, 403, 'forbidden']);
    }
  });

  test('DE11 D1: a member’s session opens no call of staff, of its own brand or of another', async () => {
    const [here, there] = [await server().member({}, siteAt(0)), await server().member({}, siteAt(1))];
    const callers = [
      null,
      here,
      there,
      { cookie: withTokenOf(here.cookie, 'operator.session') },
      { cookie: `operator.session=${'A'.repeat(43)}` },
      { cookie: 'operator.session=' },
    ];
    for (const as of callers)
      for (const name of names)
        if (STAFF_CASES[name].by === 'anyone')
          expect(await answered(name, as)).toEqual([name, STAFF_CASES[name].status, expect.anything()]);
        else expect(await answered(name, as)).toEqual([name, 403, 'authentication_required']);
  });

  test('DE11 D1: the session of staff opens no call of members', async () => {
    const owner = await addStaff(server(), 'owner');
    const victim = await server().member();
    for (const cookie of [owner.cookie, withTokenOf(owner.cookie, 'auth.session')])
      for (const call of contractCalls.filter(({ endpoint }) => endpoint.access !== 'anyone')) {
        const answer = await server().call(call.endpoint.path, {
          ...requestFor(call, victim.id, crypto.randomUUID()),
          as: { cookie },
        });
        expect([call.name, answer.status]).toEqual([call.name, 403]);
      }
    expect((await server().call('/api/user.php', { as: owner })).body['user']).toBeNull();
  });

  test('DE11: another site, a form and a call without a key are refused', async () => {
    const owner = await addStaff(server(), 'owner');
    const input = STAFF_CASES['staff.invite'].input;
    const status = async (headers: Record<string, string | null>, name: StaffCallName = 'staff.invite') =>
      (await staffCall(server(), name, name === 'staff.invite' ? input : {}, { as: owner, headers })).status;
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'same-site' }, 'audit.list')).toBe(403);
    expect(await status({ 'sec-fetch-mode': 'navigate' }, 'audit.list')).toBe(403);
    expect(await status({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(415);
    expect(await status({ 'idempotency-key': null })).toBe(400);
    expect(await status({})).toBe(200);
    for (const [path, method] of [
      ['/operator/api/nothing', 'GET'],
      ['/operator/api/staff', 'POST'],
      ['/operator/api/login', 'GET'],
    ] as const)
      expect((await server().call(path, { method, as: owner })).status).toBe(404);
  });
});
