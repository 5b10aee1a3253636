// Voice messages and staff: the text of a first one is judged as that of a message, and a reported one can be heard.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { StaffCallName } from '#contract/staff';
import type { MadeMember } from '../support/members.ts';
import { recording } from '../support/recordings.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { addStaff, type MadeStaff, staffCall } from '../support/staff.ts';

const brand = siteAt(0).folder;
const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-staff-voice-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const said = await recording();

eachEngine(
  'voice messages and staff',
  (server) => {
    const speak = async (as: MadeMember, to: MadeMember, text: string) => {
      const words = Buffer.from(text);
      const length = words.length > 0 ? { text_bytes: String(words.length) } : {};
      const query = { profile: to.id, client_id: crypto.randomUUID(), ...length };
      const { body } = await server().call('/api/chat-voice.php', {
        ...{ as, query: String(new URLSearchParams(query)), body: new Uint8Array(Buffer.concat([words, said])) },
        headers: { 'content-type': 'audio/webm' },
      });
      return body;
    };
    const by = (staff: MadeStaff, name: StaffCallName, input: object) =>
      staffCall(server(), name, { brand, ...input }, { as: staff });

    test('CH37 DE68: contacts.show: a first recording with a text like a scam waits, uncharged, and is named with its signs', async () => {
      const [me, other] = [await server().member({ credits: 9 }), await server().member()];
      const text = 'Send money to my PayPal, or call +31612345678';
      expect(await speak(me, other, text)).toMatchObject({ credits: 9, message: { held: true, checked: true, text } });
      expect(await speak(me, other, '')).toMatchObject({ credits: 9, message: { held: true, checked: true } });
      const moderator = await addStaff(server(), 'moderator');
      const { contact } = (await by(moderator, 'contacts.show', { id: me.id })).body as { contact: object };
      expect(contact).toMatchObject({
        messages: [{ voice: true, picture: false, text, signs: ['money', 'phone'] }, { text: '' }],
      });
      const plain = await speak(await server().member({ credits: 9 }), other, 'Just hello');
      expect(plain).toMatchObject({ credits: 7, message: { held: false } });
    });

    test('CH37 DE11: reports.picture carries a recording of that report’s evidence, and no other', async () => {
      const [me, other] = [await server().member({ credits: 9 }), await server().member()];
      const [reported, another] = [await speak(me, other, 'Listen'), await speak(me, await server().member(), '')];
      const nameOf = (sent: object): string =>
        /[0-9a-f]{32}-\d+-webm/.exec((sent as { message: { voice: { path: string } } }).message.voice.path)?.[0] ?? '';
      const json = { profile: me.id, seq: 1, category: 'else', text: '' };
      expect((await server().call('/api/report.php', { json, as: other })).status).toBe(200);
      const { id } = await server().database.inTenant(tenant, (db) =>
        db.selectFrom('report').select('id').where('reported', '=', me.id).executeTakeFirstOrThrow(),
      );
      const support = await addStaff(server(), 'support');
      const hear = (token: string) => by(support, 'reports.picture', { id, token });
      expect((await hear(nameOf(reported))).body['picture']).toMatch(/^data:audio\/webm;base64,GkXfo/);
      expect((await hear(nameOf(another))).status).toBe(404);
      const { report } = (await by(support, 'reports.show', { id })).body as { report: { evidence: object } };
      expect(report.evidence).toMatchObject({ messages: [{ text: 'Listen', voice: { token: nameOf(reported) } }] });
      expect(JSON.stringify(report.evidence)).not.toContain('"file"');
    });
  },
  {},
  { DATA_DIR: dataDir, FIRST_MESSAGES: 'manual' },
);
