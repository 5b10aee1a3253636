// Members as visitors without a login see them.
import { expect, test } from 'vitest';
import { members } from '#contract/members';
import { ageOn } from '#domain/age';
import { freshIp } from '../support/joining.ts';
import type { MadeMember, MemberDraft } from '../support/members.ts';
import { eachEngine, siteAt, type CallAnswer } from '../support/server.ts';

eachEngine('visitor members', (server) => {
  const ask = (query = ''): Promise<CallAnswer> => server().call('/api/visitor-members.php', { query, ip: freshIp() });
  const shown = async ({ id }: Pick<MadeMember, 'id'>): Promise<unknown[]> => {
    const { status, body } = await ask(`id=${id}`);
    expect(status).toBe(200);
    return body['profiles'] as unknown[];
  };
  const made = (draft: MemberDraft, at = siteAt(0)): Promise<MadeMember> => server().member(draft, at);

  test('LA11 SG2: members.visitors shows a fictional profile: its name, age, place, picture and first words, nothing else', async () => {
    const about = `  ${'Soup 👩‍👩‍👧 '.repeat(40)}\n<b>end</b>`;
    const member = await made({ fictional: true, about, photos: [{}, { private: true }] });
    const [one, ...more] = await shown(member);
    expect(more).toEqual([]);
    expect(one).toEqual({
      id: member.id,
      name: member.name,
      age: ageOn('1990-06-15', server().now().toISOString().slice(0, 10)),
      city: null,
      country: 'NL',
      photo: member.photos[0]?.token,
      fictional: true,
      // Seven graphemes each time; a word that would be cut is left out.
      line: `${'Soup 👩‍👩‍👧 '.repeat(17).trim()}…`,
    });
  });

  test('LA11 SA1: a real member is shown to visitors only after opting in', async () => {
    expect(await shown(await made({ photos: [{}] }))).toEqual([]);
    const chosen = await made({ photos: [{}], show_to_visitors: true });
    expect(await shown(chosen)).toMatchObject([{ id: chosen.id, fictional: false }]);
  });

  test('LA11 D2: unknown, disabled, invisible and foreign profiles get the same answer: not found', async () => {
    expect(await shown({ id: crypto.randomUUID() })).toEqual([]);
    const open = { fictional: true, show_to_visitors: true };
    expect(await shown(await made({ ...open, profile_status: 'disabled' }))).toEqual([]);
    expect(await shown(await made({ ...open, visible: false }))).toEqual([]);
    expect(await shown(await made(open, siteAt(1)))).toEqual([]);
  });

  test('LA11 PH4: a pending, rejected or private picture is not shown', async () => {
    for (const photo of [{ status: 'pending' }, { status: 'rejected' }, { private: true }] as const)
      expect(await shown(await made({ fictional: true, photos: [photo] }))).toMatchObject([{ photo: null }]);
  });

  test('LA13: without an id it answers at most four members with a picture, and no real member who has not opted in', async () => {
    for (let count = 0; count < 6; count += 1) await made({ fictional: true, photos: [{}] });
    await made({ fictional: true });
    const real = await made({ photos: [{}] });
    const { body, text } = await ask();
    const profiles = body['profiles'] as { photo: unknown; fictional: boolean }[];
    expect(profiles).toHaveLength(4);
    expect(profiles.every(({ photo }) => photo !== null)).toBe(true);
    expect(text).not.toContain(real.id);
    expect(text).not.toMatch(/birth|email|gender|sexuality|last_active|status/);
  });

  test('LA11 D1: an invalid id is refused, and one caller makes at most thirty calls a minute', async () => {
    expect((await ask('id=someone')).status).toBe(422);
    expect(members.visitors.limit).toBe(30);
  });
});
