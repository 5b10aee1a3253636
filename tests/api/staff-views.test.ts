// What staff look at: brands, pictures with their traces in the log, and figures.
import { beforeAll, expect, test } from 'vitest';
import type { StaffCallName } from '#contract/staff';
import { isoDay } from '#domain/iso-day';
import { noticeOf, notify } from '../support/fake-provider.ts';
import { buy } from '../support/payments.ts';
import { eachEngine, siteAt, sites } from '../support/server.ts';
import { addStaff, type MadeStaff, staffCall } from '../support/staff.ts';

const tenant = siteAt(0).id;
const brand = siteAt(0).folder;
const elsewhere = siteAt(1).folder;

eachEngine('staff views', (server) => {
  let [support, owner]: MadeStaff[] = [];
  beforeAll(async () => {
    support = await addStaff(server(), 'support');
    owner = await addStaff(server(), 'owner');
  });
  const by = (staff: MadeStaff | undefined, name: StaffCallName, input: object) =>
    staffCall(server(), name, { ...input }, { as: staff ?? null });
  const logged = (subject: string) =>
    server().database.inTenant(tenant, (db) =>
      db.selectFrom('audit_log').select(['actor', 'call']).where('subject', '=', subject).orderBy('id').execute(),
    );

  test('DE11: brands.list names every brand', async () => {
    const named = sites.map(({ folder, name }) => ({ folder, name }));
    expect((await by(support, 'brands.list', {})).body['brands']).toEqual(named);
  });

  test('DE11 SA4: photos.show carries the picture itself, and every look is in the log', async () => {
    const me = await server().member({ photos: [{ status: 'pending' }] });
    const id = me.photos[0]?.id ?? '';
    expect((await by(support, 'photos.show', { brand: elsewhere, id })).status).toBe(404);
    const { photo } = (await by(support, 'photos.show', { brand, id })).body as { photo: { picture: string } };
    expect(photo).toMatchObject({ id, member: me.id, name: me.name, status: 'pending', private: false });
    expect(photo.picture).toMatch(/^data:image\/webp;base64,UklGR/);
    expect(await logged(`photo ${id}`)).toEqual([{ actor: support?.email, call: 'photos.show' }]);
  });

  test('DE11: reports.picture shows a picture of that report’s evidence only', async () => {
    const [me, other] = [await server().member(), await server().member({ photos: [{}, {}] })];
    const [reported, another] = other.photos;
    const json = { profile: other.id, photo: reported?.id, category: 'fake', text: '' };
    expect((await server().call('/api/report.php', { json, as: me })).status).toBeLessThan(300);
    const { id } = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('report').select('id').where('reported', '=', other.id).executeTakeFirstOrThrow(),
    );
    const picture = (token: string | undefined, of = brand) => by(support, 'reports.picture', { brand: of, id, token });
    expect((await picture(reported?.token)).body['picture']).toMatch(/^data:image\/webp;base64,/);
    expect((await picture(another?.token)).status).toBe(404);
    expect((await picture(reported?.token, elsewhere)).status).toBe(404);
    expect(await logged(`report ${id}`)).toEqual([{ actor: support?.email, call: 'reports.picture' }]);
    const { report } = (await by(support, 'reports.show', { brand, id })).body as { report: { evidence: object } };
    // Names of files stay on the server.
    expect(report.evidence).toEqual({
      profile: expect.objectContaining({ name: other.name }) as unknown,
      photo: { token: reported?.token },
    });
  });

  test('DE11: figures.read counts days of one or all brands, for those who see money', async () => {
    const order = await buy(server(), await server().member(), '15');
    await notify(server(), tenant, noticeOf(order, 'paid'));
    // Also where midnight passes meanwhile.
    const day = (shift: number): string => isoDay(new Date(server().now().getTime() + shift * 86_400_000));
    const days = { from: day(-1), to: day(1), by: 'day,country' };
    expect((await by(support, 'figures.read', days)).status).toBe(403);
    const { rows } = (await by(owner, 'figures.read', { ...days, brand })).body as { rows: Record<string, unknown>[] };
    const revenue = rows.map(({ money }) => (money as Record<string, { revenue: number }>)['EUR']?.revenue ?? 0);
    expect(revenue.reduce((sum, each) => sum + each, 0)).toBe(order.amount);
    expect(rows).toContainEqual(expect.objectContaining({ brand, keys: [expect.stringMatching(/^\d{4}-/), 'NL'] }));
    const all = (await by(owner, 'figures.read', days)).body['rows'] as unknown[];
    expect(all).toEqual(expect.arrayContaining(rows));
    for (const wrong of [
      { ...days, by: 'name' },
      { ...days, by: 'day,' },
      { ...days, by: 'day,country,day' },
      { ...days, by: Array(1500).fill('day').join() },
      { ...days, from: '2026-02-30' },
      { ...days, from: '2020-01-01' },
      { ...days, to: '2020-01-01' },
    ])
      expect((await by(owner, 'figures.read', wrong)).status, JSON.stringify(wrong)).toBe(422);
    expect((await by(owner, 'figures.read', { ...days, brand: 'unknown' })).status).toBe(404);
  });
});
