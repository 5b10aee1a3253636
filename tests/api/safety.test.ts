// Blocks and reports: who may, limits, what both members see, and the copies kept as evidence.
import { beforeAll, expect, test } from 'vitest';
import { SAFETY } from '#domain/limits';
import { send, sent } from '../support/chats.ts';
import { type MadeMember } from '../support/members.ts';
import { eachEngine, siteAt, withinOneHour } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

eachEngine('safety', (server) => {
  const block = (as: MadeMember, id: string) => server().call('/api/block.php', { method: 'PUT', json: { id }, as });
  const unblock = (as: MadeMember, id: string) =>
    server().call('/api/block.php', { method: 'DELETE', json: { id }, as });
  const blocked = async (as: MadeMember) =>
    (await server().call('/api/blocks.php', { as })).body['profiles'] as { id: string; main_image: unknown }[];
  const view = (as: MadeMember, id: string) => server().call('/api/member.php', { as, query: `id=${id}` });
  const report = (as: MadeMember, profile: string, extra: Record<string, unknown> = {}) =>
    server().call('/api/report.php', { json: { profile, category: 'scam', text: 'Asked for money.', ...extra }, as });
  const reports = async (as: MadeMember) => (await server().call('/api/reports.php', { as })).body['reports'];
  const evidence = async (number: string) =>
    (await server().database.kysely.selectFrom('report').select(['id', 'evidence', 'about']).execute()).find(({ id }) =>
      id.toUpperCase().startsWith(number),
    );
  const pair = () => Promise.all([server().member({ credits: 5 }), server().member({ credits: 5 })]);
  const code = async (answer: ReturnType<typeof view>) => (await answer).body.error?.code;

  test('ME23 SA1: safety.block hides both from each other, says so on the profile, and safety.unblock undoes it', async () => {
    const [me, other] = await pair();
    await send(server(), other, { profile: me.id });
    const heard = [recordEvents(server(), me.id), recordEvents(server(), other.id)];
    expect((await block(me, other.id.toUpperCase())).status).toBe(204);
    expect((await block(me, other.id)).status).toBe(204);
    expect(heard).toEqual([[{ type: 'block', profile: other.id }], [{ type: 'block', profile: me.id }]]);
    expect((await view(me, other.id)).body['member']).toMatchObject({ id: other.id, blocked: true });
    expect(await code(view(other, me.id))).toBe('blocked');
    expect(await code(send(server(), me, { profile: other.id }))).toBe('blocked_by_you');
    expect(await code(send(server(), other, { profile: me.id }))).toBe('blocked');
    for (const each of [me, other])
      expect((await server().call('/api/chats.php', { as: each })).body['chats']).toEqual([]);
    expect((await blocked(me)).map(({ id }) => id)).toEqual([other.id]);
    expect(await blocked(other)).toEqual([]);
    expect((await unblock(me, other.id)).status).toBe(204);
    expect((await unblock(me, other.id)).status).toBe(204);
    expect((await view(me, other.id)).body['member']).toMatchObject({ blocked: false });
    expect((await view(other, me.id)).status).toBe(200);
    expect((await server().call('/api/chats.php', { as: me })).body['chats']).toHaveLength(1);
    expect(heard[1]).toHaveLength(2);
  });

  test('ME23: a member cannot block themselves or a member of another site, and safety.blocked has the latest first', async () => {
    const me = await server().member();
    const stranger = await server().member({}, siteAt(1));
    const [one, two] = await pair();
    expect(await code(block(me, me.id))).toBe('yourself');
    expect(await code(block(me, stranger.id))).toBe('not_found');
    expect(await code(block(me, crypto.randomUUID()))).toBe('not_found');
    await block(me, one.id);
    server().advance(1);
    await block(me, two.id);
    expect((await blocked(me)).map(({ id }) => id)).toEqual([two.id, one.id]);
    await block(one, me.id);
    expect((await blocked(me)).find(({ id }) => id === one.id)).toMatchObject({ main_image: null });
  });

  test('DA-rates: the 21st block of an hour is refused, also among parallel ones', async () => {
    withinOneHour(server());
    const me = await server().member();
    const others = await Promise.all(Array.from({ length: SAFETY.blocksPerHour + 2 }, () => server().member()));
    const answers = await Promise.all(others.map(({ id }) => block(me, id)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(SAFETY.blocksPerHour);
    expect(answers.find(({ status }) => status === 429)?.body.error).toMatchObject({ code: 'block_limit' });
    expect(await blocked(me)).toHaveLength(SAFETY.blocksPerHour);
  });

  let me: MadeMember;
  let other: MadeMember;
  beforeAll(async () => {
    [me, other] = await pair();
  });

  test('SA4: safety.report of a member is stored once a day, mailed with a receipt, and listed by safety.reports', async () => {
    const first = await report(me, other.id);
    const again = await report(me, other.id);
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    await server().runJobs();
    const mails = server().mails.filter(({ text }) => text.includes(String(first.body['number'])));
    expect(mails.map(({ to }) => to).sort()).toEqual([me.email, siteAt(0).siteSettings.support_email].sort());
    expect(mails.find(({ to }) => to !== me.email)?.text).toContain('Asked for money.');
    expect(await reports(me)).toMatchObject([
      { number: first.body['number'], about: 'member', category: 'scam', status: 'received', decision: null },
    ]);
    expect(await reports(other)).toEqual([]);
    expect(await code(report(me, me.id))).toBe('yourself');
    expect(await code(report(me, crypto.randomUUID()))).toBe('not_found');
  });

  test('SA4: a reported message is kept with those before it; only one that the member got can be reported', async () => {
    const mine = await send(server(), me, { profile: other.id, text: 'Hello there' });
    await send(server(), other, { profile: me.id, text: 'Send money now' });
    expect(mine.status).toBe(200);
    const { body } = await report(me, other.id, { seq: 2 });
    expect(await evidence(String(body['number']))).toMatchObject({
      about: 'message',
      evidence: {
        messages: [
          { mine: true, text: 'Hello there' },
          { mine: false, text: 'Send money now' },
        ],
      },
    });
    expect(await code(report(me, other.id, { seq: 1 }))).toBe('not_found');
    expect(await code(report(me, other.id, { seq: 3 }))).toBe('not_found');
    const outsider = await server().member();
    expect(await code(report(outsider, other.id, { seq: 2 }))).toBe('not_found');
  });

  test('SA4 CH14: a message deleted for both can be reported for a day, with what it said; a report before keeps its copy', async () => {
    const [one, two] = await pair();
    const threat = await sent(server(), two, { profile: one.id, text: 'Send money or else' });
    const gone = { conversation: threat.conversation, client_id: threat.client_id, scope: 'both' };
    const early = await report(one, two.id, { seq: 1 });
    expect((await server().call('/api/message.php', { method: 'DELETE', json: gone, as: two })).status).toBe(204);
    const messages = [{ mine: false, text: 'Send money or else' }];
    expect(await evidence(String(early.body['number']))).toMatchObject({ evidence: { messages } });
    const late = await report(one, two.id, { seq: 1, text: 'Deleted it.' });
    expect(await evidence(String(late.body['number']))).toMatchObject({
      evidence: { messages: [{ ...messages[0], deleted: true }] },
    });
    for (const as of [one, two]) {
      const { text } = await server().call('/api/messages.php', { as, query: `conversation=${threat.conversation}` });
      expect([text.includes('"deleted":"both"'), text.includes('or else')]).toEqual([true, false]);
    }
    server().advance(SAFETY.reportDeletedHours * 3600);
    expect(await code(report(one, two.id, { seq: 1, text: 'A day later.' }))).toBe('not_found');
  });

  test('SA4 DB14: a report can block as well, and a member who blocked the reporter can still be reported', async () => {
    const [one, two] = await pair();
    expect((await report(one, two.id, { block: true })).status).toBe(200);
    expect((await blocked(one)).map(({ id }) => id)).toEqual([two.id]);
    expect((await report(two, one.id)).status).toBe(200);
  });

  test('DA-rates: the 11th report of a day is refused and stores nothing', async () => {
    const [one, two] = await pair();
    for (let number = 0; number < SAFETY.reportsPerDay; number++)
      expect((await report(one, two.id, { text: `${number}` })).status).toBe(200);
    expect((await report(one, two.id, { text: 'one more' })).body.error).toMatchObject({ code: 'report_limit' });
    expect(await reports(one)).toHaveLength(SAFETY.reportsPerDay);
  });

  test('SA4: photo and message of one report are refused, as is a photo of another member', async () => {
    const photo = crypto.randomUUID();
    expect((await report(me, other.id, { seq: 1, photo })).body.error).toMatchObject({
      fields: { photo: 'not_allowed' },
    });
    expect(await code(report(me, other.id, { photo }))).toBe('not_found');
  });
});
