// The scam guard on the operator's command line: first messages that wait are shown and decided, and words are switched.
import { expect, test } from 'vitest';
import { accountOf, sent } from '../support/chats.ts';
import type { MadeMember } from '../support/members.ts';
import { operate, typedOrder } from '../support/operator.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { recordEvents, until } from '../support/tabs.ts';

const brand = siteAt(0).folder;
const tenant = siteAt(0).id;
const SCAM = 'Lend me something for the bus, my account is NL91 ABNA 0417 1643 00';
const signed = '--as Kim --because "As our rules say"';

eachEngine(
  'operator guard',
  (server) => {
    const run = async (line: string): Promise<Record<string, unknown>[]> =>
      (await operate(server(), line)).map((each) => JSON.parse(each) as Record<string, unknown>);
    const waiting = async (): Promise<[MadeMember, MadeMember]> => {
      const paying = { credits: 9, paid_user: true };
      const [me, other] = [await server().member(paying), await server().member(paying)];
      await sent(server(), me, { profile: other.id, text: SCAM });
      return [me, other];
    };
    const messages = async (as: MadeMember, { id }: MadeMember) =>
      (await server().call('/api/messages.php', { as, query: `profile=${id}` })).body['messages'];
    const logged = ({ id }: MadeMember) =>
      server().database.inTenant(tenant, (db) =>
        db
          .selectFrom('audit_log')
          .select(['actor', 'call', 'reason', 'after'])
          .where('subject', '=', `member ${id}`)
          .orderBy('id')
          .execute(),
      );

    test('DE11 SA4: what waits is shown and delivered once, open tabs are told, and the log says who and why', async () => {
      const [me, other] = await waiting();
      const [shown] = await run(`contact show ${me.id}`);
      expect(shown).toMatchObject({ brand, account: me.id, messages: [{ text: SCAM, signs: ['money', 'iban'] }] });
      const heard = recordEvents(server(), other.id);
      const decide = `contact send ${me.id} --last ${String(shown?.['last'])} ${signed}`;
      expect(await run(decide)).toEqual([
        { brand, id: me.id, first_messages: 'send', delivered: 1, waiting: 0, dropped: 0 },
      ]);
      await until(() => heard.some(({ type }) => type === 'message'));
      expect(await messages(other, me)).toMatchObject([{ text: SCAM }]);
      expect((await accountOf(server(), me)).credits).toBe(8);
      await expect(run(decide)).rejects.toThrow('No first message of');
      expect(await logged(me)).toMatchObject([
        { actor: 'command line', call: 'operator contact show', reason: null },
        {
          ...{ actor: 'Kim', call: 'operator contact send', reason: 'As our rules say' },
          after: { first_messages: 'send', delivered: 1, waiting: 0, dropped: 0 },
        },
      ]);
    });

    test('DE11 SA4: what is dropped costs nothing and warns its sender; what was not read yet stays', async () => {
      const [me, other] = await waiting();
      const [shown] = await run(`contact show ${me.id}`);
      await sent(server(), me, { profile: other.id, text: 'Later' });
      const drop = `contact drop ${me.id} --last ${String(shown?.['last'])} --facts "You asked for money." ${signed}`;
      expect(await run(drop)).toEqual([
        { brand, id: me.id, first_messages: 'drop', delivered: 0, waiting: 0, dropped: 1 },
      ]);
      await expect(run(drop)).rejects.toThrow('It is decided already.');
      expect(await messages(me, other)).toMatchObject([{ text: 'Later', checked: true }]);
      expect((await accountOf(server(), me)).credits).toBe(9);
      await server().runJobs();
      const mail = server().mails.findLast(({ to }) => to === me.email);
      expect(mail?.text).toContain('You asked for money.');
    });

    test('DE11 DE68: words are listed, added and switched off in one niche', async () => {
      const own = `${brand} --word "Zélle me" --about money --language en ${signed}`;
      const of = async (word: string) => (await run(`words list ${brand}`)).filter((each) => each['word'] === word);
      expect(await run(`words on ${own}`)).toEqual([{ brand, word: 'zelle me', set: 'on' }]);
      expect(await of('zelle me')).toMatchObject([{ brand, kind: 'money', is_on: true, is_ours: false }]);
      expect(await run(`words list ${siteAt(1).folder}`)).not.toContainEqual(
        expect.objectContaining({ word: 'zelle me' }),
      );
      await run(`words off ${brand} --word telegram --about contact --language en ${signed}`);
      expect(await of('telegram')).toMatchObject([{ is_on: false, is_ours: true }]);
      await run(`words off ${own}`);
      expect(await of('zelle me')).toEqual([]);
      await expect(run(`words on ${brand} --word "a." --about money --language en ${signed}`)).rejects.toThrow(
        'too short',
      );
      await expect(run('words list nowhere')).rejects.toThrow('nowhere');
    });
  },
  {},
  { FIRST_MESSAGES: 'manual' },
);

const id = crypto.randomUUID();
test.each([
  [`contact ${id}`, 'show, send or drop'],
  ['contact show x', 'no id'],
  [`contact send ${id} ${signed}`, '--last is'],
  [`contact send ${id} --last 0 ${signed}`, '--last is'],
  [`contact send ${id} --last 1 --because x`, '--as'],
  [`contact send ${id} --last 1 --facts x ${signed}`, '--facts means nothing'],
  [`contact show ${id} --last 1`, '--last means nothing'],
  ['words', 'list, on or off'],
  ['words list', 'takes a niche'],
  [`words on ${brand} --word x --language en ${signed}`, '--about is one of'],
  [`words on ${brand} --word x --about money ${signed}`, '--language is one of'],
  [`words on ${brand} --about money --language en ${signed}`, '--word takes'],
  [`words list ${brand} --word x`, '--word means nothing'],
])('DE11: %s is refused with one sentence', (line, sentence) => {
  expect(() => typedOrder(line)).toThrow(sentence);
});
