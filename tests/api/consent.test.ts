// Terms and consents: new terms are due until accepted, and a withdrawn consent hides the profile until it is given again.
import { expect, test } from 'vitest';
import { termsDate } from '#domain/terms';
import { send } from '../support/chats.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const TERMS = termsDate(siteAt(0).company.added);
const secondsFrom = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

eachEngine('consent', (server) => {
  const consent = (as: MadeMember, method: string, json: object = {}) =>
    server().call('/api/consent.php', { method, json, as });
  const userOf = async (as: { cookie: string }) =>
    (await server().call('/api/user.php', { as })).body['user'] as Record<string, unknown>;
  const settingsOf = async (as: MadeMember) =>
    (await server().call('/api/account.php', { as })).body['settings'] as Record<string, string | null>;
  const codeOf = async (answer: ReturnType<ReturnType<typeof server>['call']>) =>
    (await answer).body.error?.code ?? 'ok';

  test('AC24 DB23: consent.give accepts terms that are newer than the acceptance, by the second', async () => {
    for (const [accepted_terms_at, isDue] of [
      [secondsFrom(TERMS, -1), true],
      [null, true],
      [TERMS, false],
      [secondsFrom(TERMS, 1), false],
    ] as const) {
      const member = await server().member({ accepted_terms_at });
      expect(await userOf(member)).toMatchObject({ terms_due: isDue });
      expect((await consent(member, 'POST', { kind: 'terms' })).status).toBe(204);
      expect(await userOf(member)).toMatchObject({ terms_due: false });
    }
  });

  test('AC24: a dead session accepts nothing, and accepting again moves only the date', async () => {
    const member = await server().member();
    expect((await server().call('/api/consent.php', { json: { kind: 'terms' } })).status).toBe(403);
    const before = (await settingsOf(member))['accepted_terms_at'] ?? '';
    server().advance(60);
    await consent(member, 'POST', { kind: 'terms' });
    expect(((await settingsOf(member))['accepted_terms_at'] ?? '') > before).toBe(true);
    expect(await userOf(member)).toMatchObject({ consented: true });
  });

  test('SG31: consent.withdraw hides the profile and ends searching, liking and writing until consent.give', async () => {
    const member = await server().member({ gender: 'female', credits: 5 });
    const other = await server().member({ gender: 'male', credits: 5 });
    await send(server(), member, { profile: other.id });
    const view = () => codeOf(server().call('/api/member.php', { as: other, query: `id=${member.id}` }));
    const like = () => codeOf(server().call('/api/like.php', { method: 'PUT', json: { id: other.id }, as: member }));
    const search = () => codeOf(server().call('/api/members.php', { as: member }));
    const write = (as: MadeMember, to: MadeMember) =>
      codeOf(
        server().call('/api/message.php', {
          as,
          json: { profile: to.id, text: 'Hello', client_id: crypto.randomUUID() },
        }),
      );
    const chatsOfOther = async () => (await server().call('/api/chats.php', { as: other })).body['chats'];
    expect(await chatsOfOther()).toHaveLength(1);
    for (const _ of [1, 2]) expect((await consent(member, 'DELETE')).status).toBe(204);
    expect(await userOf(member)).toMatchObject({ consented: false, profile: { status: 'disabled' } });
    expect(await settingsOf(member)).toMatchObject({ consented_at: null, consent_withdrawn_at: expect.any(String) });
    expect([await view(), await write(other, member), await chatsOfOther()]).toEqual(['not_found', 'not_found', []]);
    const refused = 'consent_required';
    expect([await search(), await like(), await write(member, other)]).toEqual([refused, refused, refused]);
    expect(await userOf(member)).toMatchObject({ credits: 4 });
    for (const _ of [1, 2]) expect((await consent(member, 'POST', { kind: 'sensitive' })).status).toBe(204);
    expect(await userOf(member)).toMatchObject({ consented: true, profile: { status: 'active' } });
    expect(await settingsOf(member)).toMatchObject({ consent_withdrawn_at: null, consented_at: expect.any(String) });
    expect([await view(), await search(), await like(), await write(member, other)]).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  test('SG31: consenting again does not show a profile that was hidden for another reason', async () => {
    const member = await server().member({ profile_status: 'disabled' });
    await consent(member, 'DELETE');
    await consent(member, 'POST', { kind: 'sensitive' });
    expect(await userOf(member)).toMatchObject({ profile: { status: 'disabled' } });
  });

  test('SG31 SG29: what a withdrawn member wrote before confirming waits for the consent, also after confirming', async () => {
    const other = await server().member({ gender: 'male' });
    const member = await server().member({ status: 'not_confirmed', profile_status: 'disabled', credits: 5 });
    await send(server(), member, { profile: other.id });
    await consent(member, 'DELETE');
    await server().call('/api/activation-mail.php', { method: 'POST', as: member });
    await server().runJobs();
    const { text = '' } = server().mails.findLast(({ to }) => to === member.email) ?? {};
    const token = /token=([\w-]{43})/.exec(text)?.[1] ?? '';
    expect((await server().call('/api/activate.php', { json: { token }, as: member })).status).toBe(200);
    expect(await userOf(member)).toMatchObject({ status: 'active', credits: 5, profile: { status: 'disabled' } });
    await consent(member, 'POST', { kind: 'sensitive' });
    expect(await userOf(member)).toMatchObject({ credits: 4, profile: { status: 'active' } });
    expect((await server().call('/api/chats.php', { as: other })).body['chats']).toHaveLength(1);
  });
});
