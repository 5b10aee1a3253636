// Verified photos: a selfie with the drawn gesture, judged by staff beside the main photo, deleted soon after; the mark falls with the photo.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberCard } from '#contract/members';
import { type Gesture, gestures, type OwnSelfie } from '#contract/selfies';
import type { StaffCallName } from '#contract/staff';
import { MINUTE_MS } from '#domain/durations';
import { SELFIE } from '#domain/limits';
import { photoFolder } from '#server/media/photo-files';
import { photoCleanup } from '#server/media/stray-photos';
import { judgedSelfies } from '#server/modules/selfies/decide-selfie';
import { drawGesture, isDrawn } from '#server/modules/selfies/gesture';
import type { MadeMember } from '../support/members.ts';
import { uniqueJpeg } from '../support/pictures.ts';
import { type CallAnswer, eachEngine, siteAt } from '../support/server.ts';
import { addStaff, type MadeStaff, staffCall } from '../support/staff.ts';

const tenant = siteAt(0).id;
const brand = siteAt(0).folder;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-selfies-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const suite: Parameters<typeof eachEngine>[1] = (server) => {
  let [moderator, support]: MadeStaff[] = [];
  beforeAll(async () => {
    moderator = await addStaff(server(), 'moderator');
    support = await addStaff(server(), 'support');
  });
  const own = async (as: MadeMember) => (await server().call('/api/selfie.php', { as })).body as unknown as OwnSelfie;
  const send = async (as: MadeMember, gesture: string): Promise<CallAnswer> => {
    const headers = { 'content-type': 'image/jpeg' };
    const body = new Uint8Array(await uniqueJpeg());
    return server().call('/api/selfie.php', { as, body, headers, query: `gesture=${gesture}` });
  };
  const codeOf = async (answer: Promise<CallAnswer>): Promise<unknown> => {
    const { status, body } = await answer;
    return body.error?.code ?? status;
  };
  const asked = (me: MadeMember, ago = 0) =>
    server().database.inTenant(tenant, (db) =>
      drawGesture(db, { tenant, account: me.id, now: new Date(server().now().getTime() - ago) }),
    );
  const by = (staff: MadeStaff | undefined, name: StaffCallName, input: object): Promise<CallAnswer> =>
    staffCall(server(), name, { brand, ...input }, { as: staff ?? null });
  const rowOf = ({ id }: MadeMember) =>
    server().database.inTenant(tenant, (db) =>
      db.selectFrom('selfie').select(['id', 'file']).where('account', '=', id).executeTakeFirst(),
    );
  const filesOf = (file: string): string[] => readdirSync(photoFolder(dataDir)).filter((name) => name.startsWith(file));
  /** A member whose selfie waits. */
  async function waiting(photos: readonly object[] = [{}]) {
    const me = await server().member({ photos });
    expect((await send(me, (await own(me)).gesture ?? '')).body).toMatchObject({ status: 'pending', gesture: null });
    const { id, file } = (await rowOf(me)) ?? { id: '', file: '' };
    return { me, id, file, photo: me.photos[0]?.id ?? '' };
  }
  const decide = (id: string, photo: string, verdict: object = { action: 'approve' }): Promise<unknown> =>
    codeOf(by(moderator, 'selfies.decide', { id, photo, verdict }));
  async function verified(photos?: readonly object[]) {
    const made = await waiting(photos);
    expect(await decide(made.id, made.photo)).toBe(200);
    expect((await own(made.me)).status).toBe('verified');
    return made;
  }
  const cardOf = async ({ id }: MadeMember): Promise<MemberCard> =>
    (await server().call('/api/member.php', { as: await server().member(), query: `id=${id}` })).body[
      'member'
    ] as MemberCard;

  test('DE88: selfies.read draws a gesture for who has a main photo that others see, and for no one else', async () => {
    const me = await server().member({ photos: [{}] });
    const drawn = await own(me);
    expect([drawn.status, drawn.reason, gestures.includes(drawn.gesture as Gesture)]).toEqual(['none', null, true]);
    expect(await own(me)).toEqual(drawn);
    for (const photos of [[], [{ status: 'pending' as const }], [{ private: true }]]) {
      const other = await server().member({ photos });
      expect(await own(other)).toEqual({ status: 'none', reason: null, gesture: null });
      expect(await codeOf(send(other, await asked(other)))).toBe('main_photo_needed');
    }
    const all = new Set<string>();
    for (let count = 0; all.size < gestures.length && count < 200; count += 1)
      all.add(await asked({ ...me, id: crypto.randomUUID() }));
    expect(all.size).toBe(gestures.length);
  });

  test('DE88: selfies.send takes the gesture of now and the one before, and no other', async () => {
    const me = await server().member({ photos: [{}] });
    const period = SELFIE.gestureMinutes * MINUTE_MS;
    const good = [await asked(me), await asked(me, period)];
    for (const gesture of gestures) {
      const is = await server().database.inTenant(tenant, (db) =>
        isDrawn(db, { tenant, account: me.id, now: server().now() }, gesture),
      );
      expect([gesture, is]).toEqual([gesture, good.includes(gesture)]);
    }
    const wrong = gestures.find((each) => !good.includes(each)) ?? '';
    expect(await codeOf(send(me, wrong))).toBe('gesture_over');
    expect(await codeOf(send(me, 'wave'))).toBe('invalid');
    expect((await send(me, good[1] ?? '')).status).toBe(200);
    expect((await own(me)).status).toBe('pending');
  });

  test('DE88: staff see the selfie beside the main photo, and what they decide is logged, shown and can be taken again', async () => {
    const { me, id, photo } = await waiting();
    const { items } = (await staffCall(server(), 'inbox.list', {}, { as: support ?? null })).body as never as {
      items: { kind: string; id: string }[];
    };
    expect(items).toContainEqual(expect.objectContaining({ brand, kind: 'selfie', id }));
    expect(JSON.stringify(items)).not.toContain(me.id);
    const { selfie } = (await by(support, 'selfies.show', { id })).body as { selfie: Record<string, unknown> };
    expect(selfie).toMatchObject({
      ...{ id, member: me.id, name: me.name, verified: false, picture: expect.stringMatching(/^data:image\/webp/) },
      photo: { id: photo, picture: expect.stringMatching(/^data:image\/webp/) },
    });
    const approve = { id, photo, verdict: { action: 'approve' } };
    expect(await codeOf(by(support, 'selfies.decide', approve))).toBe('forbidden');
    expect(await codeOf(by(moderator, 'selfies.decide', { ...approve, photo: id }))).toBe('photo_gone');
    expect((await cardOf(me)).verified).toBe(false);
    expect((await by(moderator, 'selfies.decide', approve)).body).toEqual({ before: false });
    expect([(await cardOf(me)).verified, await own(me)]).toEqual([
      true,
      { status: 'verified', reason: null, gesture: null },
    ]);
    expect(await codeOf(send(me, await asked(me)))).toBe('forbidden');
    const reject = { action: 'reject', reason: 'no_gesture' };
    expect((await by(moderator, 'selfies.decide', { ...approve, verdict: reject })).body).toEqual({ before: true });
    expect([(await cardOf(me)).verified, await own(me)]).toMatchObject([
      false,
      { status: 'rejected', reason: 'no_gesture', gesture: expect.any(String) },
    ]);
    const logged = await server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('audit_log')
        .select(['actor', 'call', 'reason', 'before', 'after'])
        .where('subject', '=', `selfie ${id}`)
        .orderBy('id')
        .execute(),
    );
    expect(logged).toMatchObject([
      { actor: support?.email, call: 'selfies.show' },
      { actor: moderator?.email, before: { verified: false }, after: { verified: true }, reason: null },
      { before: { verified: true }, after: { verified: false }, reason: 'no_gesture' },
    ]);
  });

  test('DE88: a judged selfie is deleted with its file; one that waits is by selfies.withdraw; no address opens either', async () => {
    const judged = await verified();
    const taken = await waiting();
    const services = server().app.services;
    for (const { file } of [judged, taken]) {
      expect(filesOf(file)).not.toEqual([]);
      expect((await server().call(`/media/photos/${file}-640.webp`, { as: judged.me })).status).toBe(404);
    }
    await judgedSelfies.run(services, { tenant });
    expect((await by(support, 'selfies.show', { id: judged.id })).status).toBe(200);
    const back = await server().call('/api/selfie.php', { as: taken.me, method: 'DELETE', json: {} });
    expect([back.body['status'], back.body['gesture'] !== null]).toEqual(['none', true]);
    server().advance(SELFIE.undoMinutes * 60);
    for (let twice = 0; twice < 2; twice += 1) await judgedSelfies.run(services, { tenant });
    await photoCleanup.run(services, { tenant });
    expect([filesOf(judged.file), filesOf(taken.file)]).toEqual([[], []]);
    expect(await decide(judged.id, judged.photo)).toBe('not_found');
    expect((await own(judged.me)).status).toBe('verified');
  });

  test('DE88: a second selfie takes the place of the first, whose file goes', async () => {
    const { me, id, file, photo } = await waiting();
    expect((await send(me, await asked(me))).status).toBe(200);
    await photoCleanup.run(server().app.services, { tenant });
    expect(filesOf(file)).toEqual([]);
    expect(await decide(id, photo)).toBe('not_found');
    expect(await decide((await rowOf(me))?.id ?? '', photo)).toBe(200);
  });

  const photoCall = (as: MadeMember, path: string, method: string, json: object) =>
    server().call(path, { as, method, json });
  test.each([
    ['chosen anew', (me: MadeMember) => photoCall(me, '/api/main-photo.php', 'PUT', { id: me.photos[1]?.id })],
    ['deleted', (me: MadeMember) => photoCall(me, '/api/photo.php', 'DELETE', { id: me.photos[0]?.id })],
    [
      'made private',
      (me: MadeMember) => photoCall(me, '/api/photo.php', 'PATCH', { id: me.photos[0]?.id, private: true }),
    ],
    [
      'rejected by staff',
      (me: MadeMember) =>
        by(moderator, 'photos.decide', { id: me.photos[0]?.id, verdict: { action: 'reject', reason: 'unclear' } }),
    ],
  ])('DE89: the mark falls when the main photo is %s, and does not come back with it', async (_, change) => {
    const { me } = await verified([{}, {}]);
    expect((await change(me)).status).toBe(200);
    expect([(await cardOf(me)).verified, (await own(me)).status]).toEqual([false, 'none']);
    await photoCall(me, '/api/main-photo.php', 'PUT', { id: me.photos[0]?.id });
    expect((await cardOf(me)).verified).toBe(false);
  });

  test('DE89: a decision about another main photo than the one that was looked at changes nothing', async () => {
    const { me, id, photo } = await waiting([{}, {}]);
    await photoCall(me, '/api/main-photo.php', 'PUT', { id: me.photos[1]?.id });
    expect([await decide(id, photo), (await own(me)).status]).toEqual(['photo_gone', 'pending']);
    const reject = { action: 'reject', reason: 'other_person' };
    expect(await decide(id, me.photos[1]?.id ?? '', reject)).toBe(200);
    expect((await own(me)).reason).toBe('other_person');
    await photoCall(me, '/api/main-photo.php', 'PUT', { id: photo });
    expect(await own(me)).toMatchObject({ status: 'none', reason: null });
  });

  test('DE89 ME4: members.search finds verified photos only where that is asked for', async () => {
    const { me } = await verified();
    const other = await server().member({ photos: [{}], show_to_visitors: true });
    await server().database.inTenant(tenant, (db) =>
      db
        .updateTable('profile')
        .set({ country: 'LU', show_to_visitors: true })
        .where('id', 'in', [me.id, other.id])
        .execute(),
    );
    const viewer = await server().member({ gender: 'male' });
    const found = async (query: string, as: MadeMember | null = viewer): Promise<string[]> => {
      const { body } = await server().call('/api/members.php', {
        as,
        query: `country=LU&min_age=18&max_age=99${query}`,
      });
      return (body['profiles'] as MemberCard[]).map(({ id }) => id).sort();
    };
    expect(await found('&verified=0')).toEqual([me.id, other.id].sort());
    expect(await found('&verified=1')).toEqual([me.id]);
    expect(await found('&verified=1&sort=newest')).toEqual([me.id]);
  });
};

eachEngine('selfies', suite, {}, { DATA_DIR: dataDir });
