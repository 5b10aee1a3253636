// The operator's command line about members, money and what waits: the same modules as the calls of staff, printed as JSON.
import { expect, test } from 'vitest';
import { parseArguments } from '#scripts/arguments';
import { carryOutDesk } from '#scripts/operator/desk';
import { readAnyOrder } from '#scripts/operator/any-order';
import { command } from '#scripts/operator/orders';
import { carryOutStaff } from '#scripts/operator/staff';
import { emailKey } from '#server/auth/email-key';
import { noticeOf, notify } from '../support/fake-provider.ts';
import { operate } from '../support/operator.ts';
import { buy, stateOf } from '../support/payments.ts';
import { inviteOnCommandLine } from '../support/staff.ts';
import { eachEngine, siteAt, sites } from '../support/server.ts';

const tenant = siteAt(0).id;
const brand = siteAt(0).folder;
const signed = ['--as', 'Kim', '--because', 'Asked by phone'];

const orderOf = (words: readonly string[]) => {
  const given = parseArguments(command, words);
  if (!given) throw new Error('Help was asked for.');
  return readAnyOrder(given);
};

eachEngine('operator desk', (server) => {
  const run = async (...words: string[]): Promise<Record<string, unknown>[]> => {
    const order = orderOf(words);
    if (order.kind !== 'desk') throw new Error(`${words.join(' ')} is another order.`);
    const { database, app, now } = server();
    const { queue, photos } = app.services;
    const lines = await carryOutDesk({ database, queue, sites, photos, now: now() }, order);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const bought = async () => {
    const me = await server().member({ credits: 5 });
    const order = await buy(server(), me, '15');
    await notify(server(), tenant, noticeOf(order, 'paid'));
    return { me, order };
  };

  test('DE11: a member is found by address, shown, and given credits, and the log says who and why', async () => {
    const { me } = await bought();
    expect(await run('member', 'find', me.email)).toEqual([{ brand, id: me.id }]);
    expect(await run('member', 'show', me.id)).toMatchObject([{ brand, id: me.id, email: me.email, credits: 20 }]);
    expect(await run('member', 'credit', me.id, '--credits', '7', ...signed)).toEqual([{ brand, balance: 27 }]);
    const log = (await run('audit')).filter(({ subject }) => subject === `member ${me.id}`);
    expect(log).toMatchObject([
      { brand, actor: 'command line', call: 'operator member find', reason: null },
      { actor: 'command line', call: 'operator member show' },
      {
        actor: 'Kim',
        call: 'operator member credit',
        reason: 'Asked by phone',
        before: { credits: 20 },
        after: { credits: 27 },
      },
    ]);
    await expect(run('member', 'find', 'no.one@nowhere.example')).rejects.toThrow(
      'There is no no.one@nowhere.example.',
    );
    expect((await run('audit')).slice(-sites.length)).toMatchObject(
      sites.map(({ folder }) => ({ brand: folder, call: 'operator member find', subject: 'member unknown' })),
    );
    await expect(run('member', 'credit', crypto.randomUUID(), '--credits', '7', ...signed)).rejects.toThrow(
      'There is no',
    );
  });

  test('DE11: an address with accounts in two niches is found in both', async () => {
    const here = await server().member();
    const there = await server().member({}, siteAt(1));
    await server().database.inTenant(siteAt(1).id, (db) =>
      db
        .updateTable('account')
        .set({ email: here.email, email_key: emailKey(here.email) })
        .where('id', '=', there.id)
        .execute(),
    );
    const found = [
      { brand, id: here.id },
      { brand: siteAt(1).folder, id: there.id },
    ];
    expect(await run('member', 'find', here.email)).toEqual(found);
  });

  test('DE11: the log is continued before an entry, across all niches', async () => {
    const me = await server().member();
    for (let each = 0; each < 3; each += 1) await run('member', 'find', me.email);
    const whole = await run('audit');
    const at = whole.length - 2;
    expect(whole.map(({ id }) => Number(id))).toEqual(whole.map(({ id }) => Number(id)).sort((one, two) => one - two));
    expect((await run('audit', '--before', String(whole[at]?.['id']))).slice(-1)).toEqual([whole[at - 1]]);
  });

  test('DE11: figures name the days that were typed', async () => {
    const printed = await operate(server(), 'figures --from 2027-01-01 --to 2027-01-31 --json');
    expect(JSON.parse(printed.join(''))).toMatchObject({ from: '2027-01-01', to: '2027-01-31' });
  });

  test('DE11: every command prints JSON when asked to: lists, decisions, staff', async () => {
    const json = async (line: string) =>
      (await operate(server(), `${line} --json`)).map((each) => JSON.parse(each) as unknown);
    for (const list of ['queue', 'reports', 'appeals']) expect(await json(list)).toEqual([]);
    const [me, other] = [await server().member(), await server().member({ photos: [{ status: 'pending' }] })];
    const [photo] = other.photos;
    expect(await json('queue')).toEqual([
      expect.objectContaining({ brand, id: photo?.id, member: other.id, name: other.name, shown_to: 'free' }),
    ]);
    expect(await json(`photo approve ${photo?.id} --as Kim`)).toEqual([{ brand, id: photo?.id, status: 'active' }]);
    const report = { profile: other.id, photo: photo?.id, category: 'fake', text: 'Not them.' };
    await server().call('/api/report.php', { json: report, as: me });
    const [listed] = (await json('reports')) as [{ id: string }];
    expect(listed).toMatchObject({ brand, about: 'photo', category: 'fake', reported: other.id });
    expect(await json(`report show ${listed.id}`)).toMatchObject([
      {
        ...{ brand, id: listed.id, text: 'Not them.' },
        evidence: { photo: { file: expect.stringContaining('1280') as string } },
      },
    ]);
    expect(await json(`report warn ${listed.id} --as Kim --because fake`)).toEqual([
      { brand, id: listed.id, action: 'warn' },
    ]);
    expect(await json(`member ban ${other.id} --as Kim --because fake`)).toEqual([
      { brand, id: other.id, action: 'ban' },
    ]);
    const order = { kind: 'staff', action: 'list', isJson: true } as const;
    const { database, app, now } = server();
    const email = 'json@staff.example';
    await inviteOnCommandLine(server(), email, 'support');
    const staff = await carryOutStaff(database, app.services.config, order, now());
    const invited = { email, role: 'support', status: 'invited' };
    expect(staff.map((each) => JSON.parse(each) as unknown)).toContainEqual(invited);
  });

  test('DE11: the log has how it stood before each decision of the command line, and why', async () => {
    const [me, other] = [await server().member(), await server().member({ photos: [{ status: 'pending' }] })];
    const photo = other.photos[0]?.id ?? '';
    await operate(server(), `photo reject ${photo} --as Kim --because revealing`);
    await server().call('/api/report.php', { json: { profile: other.id, category: 'scam', text: '' }, as: me });
    const { id: report } = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('report').select('id').where('reported', '=', other.id).executeTakeFirstOrThrow(),
    );
    await operate(server(), `report close ${report} --as Kim --note "A joke"`);
    await operate(server(), `member ban ${other.id} --as Kim --because scam`);
    await operate(server(), `member restore ${other.id} --as Robin --note "A mistake"`);
    const log = await run('audit');
    const of = (subject: string) => log.filter((each) => each['subject'] === subject);
    expect(of(`photo ${photo}`)).toMatchObject([
      { reason: 'revealing', before: { status: 'pending' }, after: { status: 'rejected' } },
    ]);
    expect(of(`report ${report}`)).toMatchObject([
      { reason: 'A joke', before: { status: 'received' }, after: { action: 'close' } },
    ]);
    expect(of(`member ${other.id}`)).toMatchObject([
      { reason: 'scam', before: { status: 'active', suspended_until: null }, after: { action: 'ban' } },
      { reason: 'A mistake', before: { status: 'suspended' }, after: { action: 'restore' } },
    ]);
  });

  test('DE11 CR54: a payment is refunded once by what is unused', async () => {
    const { me, order } = await bought();
    const refund = ['payment', 'refund', order.id, ...signed];
    expect(await run(...refund)).toEqual([{ brand, credits: 15, amount: order.amount, currency: 'EUR' }]);
    await expect(run(...refund)).rejects.toThrow('It cannot be refunded');
    await server().runJobs();
    expect([...server().provider.refunds.values()].filter(({ ref }) => ref === `ref-${order.id}`)).toHaveLength(1);
    expect(await stateOf(server(), me, order)).toMatchObject({ credits: 5 });
    expect((await run('audit')).filter(({ subject }) => subject === `payment ${order.id}`)).toMatchObject([
      { actor: 'Kim', before: { status: 'paid', refunded: 0 }, after: { credits_taken: 15 } },
    ]);
  });

  test('DE11: the inbox lists complaints and parked payments, which are shown and closed once', async () => {
    const { me, order } = await bought();
    const json = { email: me.email, subject: 'else', text: 'Something went wrong.' };
    await server().call('/api/complaint.php', { json, as: me });
    await notify(server(), tenant, { ...noticeOf(order, 'paid'), event: `evt_${crypto.randomUUID()}`, amount: 1 });
    for (const kind of ['complaint', 'parked'] as const) {
      const inbox = await run('inbox');
      expect(inbox.map((each) => each['kind'])).toContain(kind);
      const id = String(inbox.find((each) => each['kind'] === kind)?.['id']);
      const moments = inbox.map(({ at }) => String(at));
      expect(moments).toEqual(moments.toSorted());
      expect(await run(kind, 'show', id)).toMatchObject([{ brand, id, closed: false }]);
      expect(await run(kind, 'close', id, ...signed)).toEqual([{ brand, closed: true }]);
      await expect(run(kind, 'close', id, ...signed)).rejects.toThrow('closed already');
      expect((await run('inbox')).map((each) => each['id'])).not.toContain(id);
      expect((await run('audit')).filter(({ subject }) => subject === `${kind} ${id}`)).toHaveLength(2);
    }
  });
});

test.each([
  [['member', 'find', 'someone'], 'no e-mail address'],
  [['member', 'show', 'x'], 'no id'],
  [['member', 'credit', crypto.randomUUID(), '--credits', '0', ...signed], 'whole number'],
  [['member', 'credit', crypto.randomUUID(), '--credits', '5', '--as', 'Kim'], '--because'],
  [['payment', 'refund', crypto.randomUUID(), '--because', 'x'], '--as'],
  [['payment', 'take', crypto.randomUUID()], 'refund'],
  [['complaint', 'answer', crypto.randomUUID()], 'show or close'],
  [['nothing'], 'The first word'],
  [['queue', 'x'], '"x" means nothing to queue'],
  [['inbox', 'x'], '"x" means nothing to inbox'],
  [['audit', '--brand', brand], '--brand means nothing'],
  [['audit', '--before', 'x'], '--before is'],
  [['member', 'show', crypto.randomUUID(), '--as', 'Kim'], '--as means nothing'],
  [['payment', 'refund', crypto.randomUUID(), '--credits', '5', ...signed], '--credits means nothing'],
  [['staff', 'disable', 'a@b.nl', '--role', 'owner', ...signed], '--role means nothing'],
  [['figures', '--from', '2027-01-01', '--to', '2027-01-31', '--month', '2027-01'], '--month means nothing'],
  [['report', '--month', '2027-01', '--csv'], '--csv means nothing'],
  [['preview', brand, 'x', '--brand', brand], '--brand means nothing'],
  [['member', 'suspend', crypto.randomUUID(), '--as', 'K', '--because', 'scam', '--until', '2027-02-30'], '--until is'],
])('DE11: %s is refused with one sentence', (words, sentence) => {
  expect(() => orderOf(words)).toThrow(sentence);
});
