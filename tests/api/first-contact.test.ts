// First messages with signs of a scam: they wait for staff where the operator wants it, uncharged, and are delivered or dropped once.
import { expect, test } from 'vitest';
import type { StaffCallName } from '#contract/staff';
import { DAY_MS } from '#domain/durations';
import { accountOf, send, sent } from '../support/chats.ts';
import type { MadeMember } from '../support/members.ts';
import { spend } from '../support/payments.ts';
import { uniqueJpeg } from '../support/pictures.ts';
import { type CallAnswer, eachEngine, siteAt, sites, startTestServer } from '../support/server.ts';
import { addStaff, type MadeStaff, staffCall } from '../support/staff.ts';
import { recordEvents } from '../support/tabs.ts';

const brand = siteAt(0).folder;
const tenant = siteAt(0).id;
const SCAM = 'Lend me something for the bus, my account is NL91 ABNA 0417 1643 00';
const reason = 'As our rules say';

eachEngine(
  'first contacts',
  (server) => {
    const member = (draft = {}) => server().member({ credits: 9, paid_user: true, ...draft });
    const by = (staff: MadeStaff, name: StaffCallName, input: object): Promise<CallAnswer> =>
      staffCall(server(), name, { brand, ...input }, { as: staff });
    const shown = async (staff: MadeStaff, { id }: MadeMember) =>
      (await by(staff, 'contacts.show', { id })).body['contact'] as { last: number; messages: { signs: string[] }[] };
    const messages = async (as: MadeMember, { id }: MadeMember) =>
      (await server().call('/api/messages.php', { as, query: `profile=${id}` })).body['messages'] as object[];
    const chats = async (as: MadeMember) => (await server().call('/api/chats.php', { as })).body['chats'] as object[];
    const waitingOf = async (staff: MadeStaff, { id }: MadeMember) =>
      (
        (await staffCall(server(), 'inbox.list', {}, { as: staff })).body['items'] as { id: string; kind: string }[]
      ).filter((item) => item.kind === 'contact' && item.id === id);

    test('SA4: contacts.show and contacts.decide: what waits is delivered once, in order, and charged then', async () => {
      const moderator = await addStaff(server(), 'moderator');
      const [me, other] = [await member(), await member()];
      const first = await send(server(), me, { profile: other.id, text: SCAM });
      expect(first.body).toMatchObject({ credits: 9, message: { held: true, checked: true, seq: 0 } });
      await sent(server(), me, { profile: other.id, text: 'Are you there?' });
      expect(await chats(other)).toEqual([]);
      expect(await chats(me)).toMatchObject([{ last: { seq: 0, checked: true, text: 'Are you there?' } }]);
      expect(await waitingOf(moderator, me)).toHaveLength(1);
      const contact = await shown(moderator, me);
      expect(contact.messages).toMatchObject([{ text: SCAM, signs: ['money', 'iban'] }, { signs: [] }]);
      const [heard, own] = [recordEvents(server(), other.id), recordEvents(server(), me.id)];
      const decide = () =>
        by(moderator, 'contacts.decide', { id: me.id, last: contact.last, verdict: { action: 'send' }, reason });
      expect((await decide()).body).toMatchObject({ delivered: 2, waiting: 0, dropped: 0 });
      expect([404, 409]).toContain((await decide()).status);
      expect(heard.filter(({ type }) => type === 'message')).toMatchObject([{ seq: 1 }, { seq: 2 }]);
      // The sender's tabs show the new balance.
      expect(own).toMatchObject([
        { seq: 1, credits: 8 },
        { seq: 2, credits: 7 },
      ]);
      expect(await messages(other, me)).toMatchObject([{ text: SCAM }, { text: 'Are you there?' }]);
      const { credits, entries } = await accountOf(server(), me);
      expect([credits, entries.filter(({ kind }) => kind === 'message').length]).toEqual([7, 2]);
      expect((await send(server(), me, { profile: other.id, text: SCAM })).body).toMatchObject({ message: { seq: 3 } });
    });

    test('SA4: what is dropped is gone and costs nothing, and its sender gets the reasons', async () => {
      const moderator = await addStaff(server(), 'moderator');
      const [me, other] = [await member(), await member()];
      await sent(server(), me, { profile: other.id, text: SCAM });
      const { last } = await shown(moderator, me);
      await sent(server(), me, { profile: other.id, text: 'Later' });
      const heard = recordEvents(server(), me.id);
      const verdict = { action: 'drop', facts: 'You asked for money.' };
      const { body } = await by(moderator, 'contacts.decide', { id: me.id, last, verdict, reason });
      expect(body).toMatchObject({ delivered: 0, waiting: 0, dropped: 1 });
      expect(heard).toMatchObject([{ type: 'message_deleted', seq: 0, scope: 'me' }]);
      expect(await messages(me, other)).toMatchObject([{ text: 'Later', checked: true }]);
      expect(await messages(other, me)).toEqual([]);
      expect((await accountOf(server(), me)).credits).toBe(9);
      await server().runJobs();
      expect(
        server()
          .mails.filter(({ to }) => to === me.email)
          .at(-1)?.text,
      ).toContain('You asked for money.');
    });

    test('G6: a waiting message to a member who has blocked its sender is never delivered', async () => {
      const moderator = await addStaff(server(), 'moderator');
      const [me, other] = [await member(), await member()];
      await sent(server(), me, { profile: other.id, text: SCAM });
      await server().call('/api/block.php', { method: 'PUT', json: { id: me.id }, as: other });
      const { last } = await shown(moderator, me);
      const verdict = { action: 'send' };
      const heard = recordEvents(server(), me.id);
      const { body } = await by(moderator, 'contacts.decide', { id: me.id, last, verdict, reason });
      expect(body).toMatchObject({ delivered: 0, waiting: 0, dropped: 1 });
      expect(heard).toMatchObject([{ type: 'message_deleted', seq: 0, scope: 'me' }]);
      expect((await accountOf(server(), me)).credits).toBe(9);
      expect(await chats(other)).toEqual([]);
    });

    test('SA4 G5: what staff deliver and its sender can no longer pay waits for credits, and says so to both', async () => {
      const moderator = await addStaff(server(), 'moderator');
      const [me, other] = [await member({ credits: 2 }), await member()];
      await sent(server(), me, { profile: other.id, text: SCAM });
      await sent(server(), me, { profile: other.id, text: 'Are you there?' });
      await spend(server(), me, 1);
      const { last } = await shown(moderator, me);
      const heard = recordEvents(server(), me.id);
      const verdict = { action: 'send' };
      const { body } = await by(moderator, 'contacts.decide', { id: me.id, last, verdict, reason });
      expect(body).toMatchObject({ delivered: 1, waiting: 1, dropped: 0 });
      const told = heard.map((event) => ('credits' in event ? { seq: 1, credits: event.credits } : event));
      expect(told).toMatchObject([
        { seq: 1, credits: 0 },
        { type: 'message', seq: 1 },
      ]);
      const [, left] = await messages(me, other);
      expect(left).toMatchObject({ held: true, seq: 0, lacks: 'credits' });
      expect(left).not.toHaveProperty('checked');
      expect(await waitingOf(moderator, me)).toEqual([]);
      const [noted] = await server().database.inTenant(tenant, (db) =>
        db
          .selectFrom('audit_log')
          .select('after')
          .where('call', '=', 'contacts.decide')
          .orderBy('id', 'desc')
          .execute(),
      );
      expect(noted?.after).toEqual({ first_messages: 'send', delivered: 1, waiting: 1, dropped: 0 });
      await server().database.inTenant(tenant, (db) =>
        db.updateTable('account').set({ consent_withdrawn_at: server().now() }).where('id', '=', me.id).execute(),
      );
      expect((await messages(me, other))[1]).toMatchObject({ lacks: 'consent' });
    });

    test('DE68: a gift and a picture behind a waiting text wait as well, and what an unconfirmed member holds lacks nothing', async () => {
      const [me, other] = [await member(), await member()];
      await sent(server(), me, { profile: other.id, text: SCAM });
      const json = { profile: other.id, gift: 'daisy', client_id: crypto.randomUUID() };
      const { body } = await server().call('/api/message.php', { json, as: me });
      expect(body).toMatchObject({ credits: 9, message: { gift: 'daisy', seq: 0, checked: true } });
      const picture = await server().call('/api/chat-picture.php', {
        ...{ as: me, query: String(new URLSearchParams({ profile: other.id, client_id: crypto.randomUUID() })) },
        ...{ body: new Uint8Array(await uniqueJpeg()), headers: { 'content-type': 'image/jpeg' } },
      });
      expect(picture.body).toMatchObject({ credits: 9, message: { seq: 0, checked: true } });
      expect(await chats(other)).toEqual([]);
      const held = await sent(server(), await member({ status: 'not_confirmed' }), { profile: other.id });
      expect(held).toMatchObject({ held: true });
      expect(held).not.toHaveProperty('lacks');
    });

    test('DE68: the same words count while they wait themselves, and for seven days', async () => {
      const open = async (me: MadeMember, text: string) =>
        (await sent(server(), me, { profile: (await member()).id, text })).checked === true;
      const unconfirmed = await member({ status: 'not_confirmed' });
      const opener = 'Hi, I am on telegram';
      expect([await open(unconfirmed, opener), await open(unconfirmed, opener)]).toEqual([false, false]);
      expect(await open(unconfirmed, opener)).toBe(true);
      const [early, late] = [await member(), await member()];
      for (const me of [early, late]) for (const _ of [1, 2]) expect(await open(me, opener)).toBe(false);
      const age = (me: MadeMember, minutes: number) =>
        server().database.inTenant(tenant, (db) =>
          db
            .updateTable('conversation')
            .set({ created_at: new Date(server().now().getTime() - 7 * DAY_MS + minutes * 60_000) })
            .where('starter', '=', me.id)
            .execute(),
        );
      await age(early, 5);
      await age(late, -5);
      expect([await open(early, opener), await open(late, opener)]).toEqual([true, false]);
    });

    test('harmless first messages, and answers, are delivered at once; the same words to many count as a sign', async () => {
      const [me, other] = [await member(), await member()];
      expect(await sent(server(), me, { profile: other.id, text: 'Good evening' })).toMatchObject({ seq: 1 });
      expect(await sent(server(), other, { profile: me.id, text: SCAM })).toMatchObject({ seq: 2 });
      const opener = 'Hi, I am on telegram';
      const seqs: number[] = [];
      for (let each = 0; each < 3; each += 1)
        seqs.push((await sent(server(), me, { profile: (await member()).id, text: opener })).seq);
      expect(seqs).toEqual([1, 1, 0]);
    });

    test('G2: a first message that is sent again waits once', async () => {
      const [me, other] = [await member(), await member()];
      const writing = { profile: other.id, text: SCAM, client_id: crypto.randomUUID() };
      await Promise.all(Array.from({ length: 6 }, () => sent(server(), me, writing)));
      expect(await messages(me, other)).toHaveLength(1);
    });

    test('G5: that of an unconfirmed member waits for staff after the confirmation too', async () => {
      const moderator = await addStaff(server(), 'moderator');
      const [me, other] = [await member({ status: 'not_confirmed' }), await member()];
      await sent(server(), me, { profile: other.id, text: SCAM });
      expect(await waitingOf(moderator, me)).toEqual([]);
      await server().database.inTenant(tenant, (db) =>
        db.updateTable('account').set({ status: 'active' }).where('id', '=', me.id).execute(),
      );
      expect(await waitingOf(moderator, me)).toHaveLength(1);
    });

    test('SA4: words.list and words.set: a brand adds words and switches ours off, and safety.words tells members', async () => {
      const moderator = await addStaff(server(), 'moderator');
      const [me, other] = [await member(), await member()];
      const set = (kind: string, word: string, isOn: boolean) =>
        by(moderator, 'words.set', { kind, language: 'en', word, is_on: isOn, reason });
      const changes = async () => (await server().call('/api/scam-words.php', { as: me })).body['words'];
      expect((await set('money', '  Zélle  me ', true)).status).toBe(204);
      expect((await set('contact', 'telegram', false)).status).toBe(204);
      expect(await changes()).toEqual([
        { kind: 'contact', word: 'telegram', is_off: true },
        { kind: 'money', word: 'zelle me', is_off: false },
      ]);
      const listed = (await by(moderator, 'words.list', {})).body['words'] as { word: string; is_on: boolean }[];
      expect(listed).toContainEqual({ kind: 'money', language: 'en', word: 'zelle me', is_on: true, is_ours: false });
      expect(listed.filter(({ word }) => word === 'telegram')).toMatchObject([{ is_on: false, is_ours: true }]);
      const text = 'Zelle me, here is my site www.example.org';
      expect(await sent(server(), me, { profile: other.id, text })).toMatchObject({ seq: 0, checked: true });
      expect((await set('money', 'zelle me', false)).status).toBe(204);
      expect((await set('contact', 'telegram', true)).status).toBe(204);
      expect(await changes()).toEqual([]);
      expect(await sent(server(), me, { profile: (await member()).id, text })).toMatchObject({ seq: 1 });
      expect((await set('money', '… a.', true)).body.error?.code).toBe('invalid');
    });
  },
  { nudity: { warm: () => undefined, look: () => Promise.resolve('none'), close: () => undefined } },
  { FIRST_MESSAGES: 'manual' },
);

test.each([
  ['the setting of the server', true, {}],
  ['the scam guard of the brand', false, { FIRST_MESSAGES: 'manual' }],
])('DE10: first messages are delivered at once without %s', async (_, scam_guard, env) => {
  const guarded = { ...siteAt(0), siteSettings: { ...siteAt(0).siteSettings, scam_guard } };
  const parts = { sites: sites.map((site) => (site.id === tenant ? guarded : site)) };
  const server = await startTestServer({ kind: 'memory' }, parts, env);
  const [me, other] = [await server.member({ credits: 9 }), await server.member()];
  expect(await sent(server, me, { profile: other.id, text: SCAM })).toMatchObject({ seq: 1, held: false });
  await server.close();
});
