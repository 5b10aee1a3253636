// Direct debit: the mandate and its code, one order for a code, and debits that the bank returns.
import { expect, test } from 'vitest';
import { DEBIT } from '#domain/debit';
import { beginDebit, codeOf, confirmDebit, orderByDebit, someNumber, waitingMandate } from '../support/debit.ts';
import { noticeOf, notify } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const IBAN = 'NL91ABNA0417164300';
const FRENCH = 'FR1420041010050500013M02606';

eachEngine('direct debit', (server) => {
  const member = (country = 'NL') => server().member({ country });
  const mandates = (as: MadeMember) =>
    server().database.inTenant(tenant, (db) =>
      db.selectFrom('debit_mandate').selectAll().where('account', '=', as.id).execute(),
    );
  const credits = async (as: MadeMember) =>
    ((await server().call('/api/user.php', { as })).body['user'] as { credits: number }).credits;
  const payments = async (as: MadeMember) =>
    (await server().call('/api/transactions.php', { as })).body['payments'] as object[];
  const offer = async (as: MadeMember) => (await server().call('/api/directdebit.php', { as })).body;
  const report = (payment: Awaited<ReturnType<typeof orderByDebit>>, kind: string) =>
    notify(server(), tenant, noticeOf({ id: payment.payment_id, ...payment.price }, kind));
  const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

  test('CR49 CR50: debit.begin keeps the IBAN encrypted and sends a code; debit.confirm takes it and debits the account', async () => {
    const me = await member();
    const { creditor, reference, problem } = await offer(me);
    expect([creditor, problem]).toMatchObject([
      { name: siteAt(0).company.name, identifier: siteAt(0).company.creditor_id },
      null,
    ]);
    const phone = someNumber();
    const { body } = await beginDebit(server(), me, { phone, iban: IBAN });
    const pending = { reference, holder: 'Anna Bloom', last_four: '4300', phone: `+31 ••• ${phone.slice(-2)}` };
    expect(body['mandate']).toEqual(pending);
    await server().runJobs();
    expect(server().texts.at(-1)).toMatchObject({ to: `+31${phone.slice(1)}` });
    const [kept] = await mandates(me);
    expect(Buffer.from(kept?.iban ?? []).includes('ABNA')).toBe(false);
    expect(JSON.stringify(kept)).not.toContain(codeOf(server()));
    const { body: placed } = await confirmDebit(server(), me, { reference, code: codeOf(server()) });
    expect(placed['payment']).toMatchObject({ payment_method: 'sdd', price: { amount: 2199, currency: 'EUR' } });
    expect(server().provider.orders.at(-1)).toMatchObject({
      ...{ method: 'sdd', card: null, amount: 2199 },
      debit: { mandate: reference, holder: 'Anna Bloom', iban: IBAN },
    });
    const { payment_id: id } = placed['payment'] as { payment_id: string };
    expect(placed['redirect']).toContain(`/transactions/${id}`);
    expect(await mandates(me)).toMatchObject([{ payment: id, code_hash: null }]);
    await notify(server(), tenant, noticeOf({ id, amount: 2199, currency: 'EUR' }, 'paid'));
    expect(await credits(me)).toBe(15);
    expect((await offer(me))['reference']).not.toBe(reference);
  });

  test('CR49: debit.begin refuses an account or a number that cannot be, and a mandate without consent', async () => {
    const me = await member();
    const fieldsOf = async (changes: object) => (await beginDebit(server(), me, changes)).body.error?.['fields'];
    expect(await fieldsOf({ iban: 'NL92ABNA0417164300' })).toEqual({ iban: 'iban_invalid' });
    expect(await fieldsOf({ iban: 'TR330006100519786457841326' })).toEqual({ iban: 'iban_invalid' });
    expect(await fieldsOf({ phone: '12' })).toEqual({ phone: 'phone_invalid' });
    expect(await fieldsOf({ country: 'US', phone: '+31612345678' })).toEqual({ country: 'not_allowed' });
    expect(await fieldsOf({ holder: ' ' })).toEqual({ holder: 'required' });
    expect(await fieldsOf({ consent: false })).toHaveProperty('consent');
    await server().runJobs();
    expect(await mandates(me)).toEqual([]);
    expect((await beginDebit(server(), me, { iban: FRENCH })).status).toBe(200);
  });

  test('CR48: debit.offer: there is no direct debit in a country without it, and no order without a mandate', async () => {
    const [me, swede] = [await member(), await member('SE')];
    const methodsOf = async (as: MadeMember) =>
      JSON.stringify((await server().call('/api/paymentmethods.php', { as })).body);
    expect([(await methodsOf(me)).includes('"sdd"'), (await methodsOf(swede)).includes('"sdd"')]).toEqual([
      true,
      false,
    ]);
    expect((await server().call('/api/directdebit.php', { as: swede })).body.error?.code).toBe('unknown_method');
    expect((await beginDebit(server(), swede)).body.error?.code).toBe('unknown_method');
    const { body } = await server().call('/api/payment.php', { json: { package: '15', method: 'sdd' }, as: me });
    expect(body.error?.code).toBe('unknown_method');
  });

  test('CR50 CR51: a wrong code, one of another member, and the right one after five tries or ten minutes are refused', async () => {
    const [me, other] = [await member(), await member()];
    const first = await waitingMandate(server(), me);
    const tried = (as: MadeMember, json: object) =>
      confirmDebit(server(), as, json).then(({ body }) => body.error?.code);
    expect(await tried(other, first)).toBe('debit_code');
    for (let tries = 0; tries < DEBIT.tries; tries += 1)
      expect(await tried(me, { ...first, code: wrong(first.code) })).toBe('debit_code');
    expect(await tried(me, first)).toBe('debit_code');
    const second = await waitingMandate(server(), me);
    expect(second.reference).toBe(first.reference);
    server().holdClock();
    server().advance(DEBIT.codeMinutes * 60);
    expect(await tried(me, second)).toBe('debit_code');
    const third = await waitingMandate(server(), me);
    server().advance(DEBIT.codeMinutes * 60 - 1);
    const typed = `${third.code.slice(0, 3)} ${third.code.slice(3)}`;
    expect((await confirmDebit(server(), me, { ...third, code: typed })).status).toBe(200);
    expect(await payments(me)).toHaveLength(1);
  });

  test('CR50 CR53: one code places one order, under parallel calls and when a call is sent again', async () => {
    const me = await member();
    const mandate = await waitingMandate(server(), me);
    const before = server().provider.orders.length;
    const key = crypto.randomUUID();
    const answers = await Promise.all([
      ...Array.from({ length: 16 }, () => confirmDebit(server(), me, mandate)),
      ...Array.from({ length: 4 }, () => confirmDebit(server(), me, mandate, key)),
    ]);
    const placed = answers.filter(({ status }) => status === 200);
    expect(placed.length).toBeGreaterThanOrEqual(1);
    expect(await payments(me)).toHaveLength(1);
    expect(
      new Set(
        server()
          .provider.orders.slice(before)
          .map(({ id }) => id),
      ).size,
    ).toBe(1);
    expect((await mandates(me)).filter(({ payment }) => payment !== null)).toHaveLength(1);
  });

  test('CR50: parallel wrong codes are all counted, so no more than five are compared', async () => {
    const me = await member();
    const mandate = await waitingMandate(server(), me);
    const typed = Array.from({ length: 12 }, (_, at) => String((Number(mandate.code) + at + 1) % 1_000_000));
    await Promise.all(typed.map((code) => confirmDebit(server(), me, { ...mandate, code: code.padStart(6, '0') })));
    expect(await mandates(me)).toMatchObject([{ tries: DEBIT.tries }]);
    expect((await confirmDebit(server(), me, mandate)).body.error?.code).toBe('debit_code');
    expect(await payments(me)).toEqual([]);
  });

  test('CR50: with a changed price nothing is ordered and the code stays; one without an answer is looked up', async () => {
    const me = await member();
    const mandate = await waitingMandate(server(), me);
    expect((await confirmDebit(server(), me, { ...mandate, amount: 2198 })).body.error?.code).toBe('price_changed');
    server().provider.isDown = true;
    const key = crypto.randomUUID();
    const { body } = await confirmDebit(server(), me, mandate, key);
    // The debit may be on its way all the same, so it is looked up, and not ordered again.
    expect(body['payment']).toMatchObject({ status: 'pending', payment_method: 'sdd' });
    server().provider.isDown = false;
    expect((await confirmDebit(server(), me, mandate)).body.error?.code).toBe('debit_code');
    expect(await payments(me)).toMatchObject([{ status: 'pending' }]);
  });

  test('CR50: debit.offer has the mandate that waits for its code until that is used up, and debit.cancel gives it up', async () => {
    const [me, other] = [await member(), await member()];
    expect(await offer(me)).toMatchObject({ pending: null, at_bank: null });
    const { reference } = await waitingMandate(server(), me);
    expect(await offer(me)).toMatchObject({ pending: { reference, holder: 'Anna Bloom' } });
    const cancel = (as: MadeMember) =>
      server().call('/api/directdebit.php', { method: 'DELETE', json: { reference }, as });
    expect((await cancel(other)).status).toBe(204);
    expect(await offer(me)).toMatchObject({ pending: { reference } });
    expect((await cancel(me)).status).toBe(204);
    expect([await offer(me), await mandates(me)]).toMatchObject([{ pending: null }, []]);
    server().holdClock();
    const again = await waitingMandate(server(), me);
    server().advance(DEBIT.codeMinutes * 60);
    expect(await offer(me)).toMatchObject({ pending: null });
    const last = await waitingMandate(server(), me);
    expect(last.reference).toBe(again.reference);
    const { body } = await confirmDebit(server(), me, last);
    const { payment_id: id } = body['payment'] as { payment_id: string };
    expect(await offer(me)).toMatchObject({ pending: null, at_bank: id });
    await cancel(me);
    expect(await mandates(me)).toMatchObject([{ payment: id }]);
    await notify(server(), tenant, noticeOf({ id, amount: 2199, currency: 'EUR' }, 'paid'));
    expect(await offer(me)).toMatchObject({ at_bank: null });
  });

  test('CR50: the text message names the brand as its mails do', async () => {
    await waitingMandate(server(), await member());
    expect(server().texts.at(-1)?.text).toContain(siteAt(0).siteSettings.mail_name);
  });

  test('CR51: a returned debit takes unspent credits back and may be tried again; the second blocks member and account', async () => {
    const [me, other] = [await member(), await member()];
    const changes = { iban: FRENCH };
    for (const problem of [null, 'debit_blocked']) {
      const payment = await orderByDebit(server(), me, {}, changes);
      await report(payment, 'paid');
      expect(await credits(me)).toBe(15);
      // Eight days later, as banks do.
      server().advance(8 * 86_400);
      await report(payment, 'chargeback');
      expect(await credits(me)).toBe(0);
      const { body } = await server().call('/api/payment.php', { query: `id=${payment.payment_id}`, as: me });
      expect(body['payment']).toMatchObject({ status: 'chargeback' });
      server().advance(86_400);
      expect(await offer(me)).toMatchObject({ problem });
    }
    expect((await beginDebit(server(), me)).body.error?.code).toBe('debit_blocked');
    expect((await beginDebit(server(), other, changes)).body.error?.code).toBe('debit_blocked');
    expect((await beginDebit(server(), other)).status).toBe(200);
  });

  test('CR48 E7: a signed mandate outlives its member without the account, as banks may ask for it; an unsigned one does not', async () => {
    const [me, unsigned] = [await member(), await member()];
    const signed = await orderByDebit(server(), me);
    await waitingMandate(server(), unsigned);
    const { eraseAccount } = await import('#server/auth/erase-account');
    for (const { id } of [me, unsigned]) await server().database.inTenant(tenant, (db) => eraseAccount(db, tenant, id));
    const left = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('debit_mandate').selectAll().where('account', 'is', null).execute(),
    );
    expect(left.map(({ payment }) => payment)).toContain(signed.payment_id);
    expect(left.every(({ signed_at }) => signed_at !== null)).toBe(true);
  });
});
