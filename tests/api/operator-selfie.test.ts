// Selfies on the operator's command line: shown with the places of both pictures, and judged against the photo that was seen.
import { expect, test } from 'vitest';
import type { MadeMember } from '../support/members.ts';
import { operate, typedOrder } from '../support/operator.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const brand = siteAt(0).folder;
const tenant = siteAt(0).id;

eachEngine('operator selfie', (server) => {
  const run = async (line: string): Promise<Record<string, unknown>[]> =>
    (await operate(server(), line)).map((each) => JSON.parse(each) as Record<string, unknown>);
  const own = async (as: MadeMember) => (await server().call('/api/selfie.php', { as })).body;
  const waiting = async () => {
    const me = await server().member({ photos: [{}, {}] });
    const [id, file] = [crypto.randomUUID(), crypto.randomUUID().replaceAll('-', '')];
    const row = { tenant, account: me.id, id, file, gesture: 'thumb_up', at: server().now() } as const;
    await server().database.inTenant(tenant, (db) => db.insertInto('selfie').values(row).execute());
    const [photo, another] = me.photos.map((each) => each.id);
    return { me, id, file, photo, another };
  };

  test('DE88 DE11: a selfie is shown beside the main photo, approved, and rejected while that is possible', async () => {
    const { me, id, file, photo } = await waiting();
    const [shown] = await run(`selfie show ${id}`);
    expect(shown).toMatchObject({
      brand,
      id,
      gesture: 'thumb_up',
      member: me.id,
      verified: false,
      photo: { id: photo },
    });
    expect(shown?.['file']).toContain(`${file}-1280.webp`);
    const approve = `selfie approve ${id} --photo ${photo} --as Kim`;
    expect(await run(approve)).toEqual([{ brand, id, verified: true }]);
    expect(await own(me)).toMatchObject({ status: 'verified' });
    await run(`selfie reject ${id} --photo ${photo} --as Kim --because no_gesture`);
    expect(await own(me)).toMatchObject({ status: 'rejected', reason: 'no_gesture' });
    const logged = await server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('audit_log')
        .select(['actor', 'call', 'reason', 'before', 'after'])
        .where('subject', '=', `selfie ${id}`)
        .orderBy('id')
        .execute(),
    );
    const [no, yes] = [{ verified: false }, { verified: true }];
    expect(logged).toEqual([
      { actor: 'command line', call: 'operator selfie show', reason: null, before: null, after: null },
      { actor: 'Kim', call: 'operator selfie approve', reason: null, before: no, after: yes },
      { actor: 'Kim', call: 'operator selfie reject', reason: 'no_gesture', before: yes, after: no },
    ]);
  });

  test('DE89 DE11: a selfie that was compared with another photo keeps waiting; an unknown one is named', async () => {
    const { me, id, another } = await waiting();
    await expect(run(`selfie approve ${id} --photo ${another} --as Kim`)).rejects.toThrow('another one by now');
    expect(await own(me)).toMatchObject({ status: 'pending' });
    await expect(run(`selfie show ${me.id}`)).rejects.toThrow(`There is no selfie ${me.id}.`);
  });
});

const id = crypto.randomUUID();
test.each([
  [`selfie ${id}`, 'show, approve or reject'],
  ['selfie show x', 'inbox shows it'],
  [`selfie show ${id} --photo ${id}`, '--photo means nothing'],
  [`selfie approve ${id} --as Kim`, '--photo is'],
  [`selfie approve ${id} --photo ${id}`, '--as'],
  [`selfie approve ${id} --photo ${id} --as Kim --because no_gesture`, '--because means nothing'],
  [`selfie reject ${id} --photo ${id} --as Kim --because ugly`, '--because is one of'],
])('DE11: %s is refused with one sentence', (line, sentence) => {
  expect(() => typedOrder(line)).toThrow(sentence);
});
