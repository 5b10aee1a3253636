// Corrections of invoices: what goes back of a payment is corrected once, numbered without gaps, mailed, and for its member only.
import type { HttpBindings } from '@hono/node-server';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PaymentReport } from '#domain/payments';
import { eraseAccount } from '#server/auth/erase-account';
import { correctInvoice, correctionsOf } from '#server/payments/invoices/correct-invoice';
import { invoiceOf } from '#server/payments/invoices/issue-invoice';
import { noticeOf, notify } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { buy, type Order } from '../support/payments.ts';
import { pdfText } from '../support/pdf-text.ts';
import { figure, onBothEngines, siteAt } from '../support/server.ts';

const { id: tenant, company, folder } = siteAt(0);

onBothEngines('invoice corrections', (server) => {
  const report = async (order: Order, kind: string, amount = order.amount): Promise<void> => {
    expect((await notify(server(), tenant, noticeOf({ ...order, amount }, kind))).status).toBe(204);
  };
  async function bought(): Promise<[MadeMember, Order]> {
    const me = await server().member({ country: 'NL' });
    const order = await buy(server(), me, '15');
    await report(order, 'paid');
    await server().runJobs();
    return [me, order];
  }
  const amountsOf = ({ id }: Order) =>
    server().database.inTenant(tenant, async (db) =>
      (await correctionsOf(db, tenant, id)).map(({ amount, returned_before: before }) => [before, amount]),
    );
  const correct = (payment: string) =>
    server().database.inTenant(tenant, (db) => correctInvoice(db, { tenant, company, now: server().now() }, payment));
  const download = (payment: string, as: { cookie: string } | null, method = 'GET'): Promise<Response> => {
    const headers = as ? { cookie: as.cookie } : {};
    const url = `http://${folder}.localhost/api/invoice-correction.php?payment=${payment}`;
    const incoming = { socket: { remoteAddress: '192.0.2.1' } } as unknown as HttpBindings['incoming'];
    return Promise.resolve(server().app.fetch(new Request(url, { headers, method }), { incoming }));
  };
  const textOf = async (answer: Response): Promise<string> => pdfText(new Uint8Array(await answer.arrayBuffer()));
  const mailsTo = ({ email }: MadeMember) => server().mails.filter(({ to }) => to === email);
  const withoutGaps = async (): Promise<void> => {
    const rows = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('invoice_correction').select('number').orderBy('number').execute(),
    );
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1));
  };

  test('DE93 CR20 AC20: a refund corrects the invoice by what went back, and mails the correction once', async () => {
    const [me, order] = await bought();
    await report(order, 'refunded', 733);
    await report(order, 'refunded', 733);
    await server().runJobs();
    expect(await amountsOf(order)).toEqual([[0, 733]]);
    const mail = mailsTo(me).at(-1);
    expect(mail?.text).toContain('€7.33');
    const [attached] = mail?.attachments ?? [];
    const [, number = ''] = /^invoice-correction-(1-C\d{6})\.pdf$/.exec(attached?.filename ?? '') ?? [];
    expect(mail?.text).toContain(number);
    const drawn = pdfText(Buffer.from(attached?.content ?? '', 'base64'));
    const invoice = await server().database.inTenant(tenant, (db) => invoiceOf(db, tenant, order.id));
    for (const part of [number, `1-${String(invoice?.number).padStart(6, '0')} (`, order.id, '€7.33'])
      expect(drawn).toContain(part);
    const count = mailsTo(me).length;
    await server().runJobs();
    expect(mailsTo(me)).toHaveLength(count);
  });

  test('DE93: each further part has a correction of its own, and one download has them all', async () => {
    const [me, order] = await bought();
    for (const amount of [733, 1466]) {
      await report(order, 'refunded', amount);
      await server().runJobs();
    }
    await report(order, 'chargeback', 733);
    const answer = await download(order.id, me);
    expect(answer.headers.get('content-disposition')).toMatch(/filename="invoice-correction-1-C\d{6}\.pdf"/);
    expect((await textOf(answer)).match(/1-C\d{6}/g)).toHaveLength(3);
    expect(await amountsOf(order)).toEqual([
      [0, 733],
      [733, 733],
      [1466, 733],
    ]);
  });

  test('DE93: a correction that its member downloads before the job has run is mailed too, once', async () => {
    const [me, order] = await bought();
    await report(order, 'refunded', 733);
    await Promise.all([download(order.id, me), download(order.id, me)]);
    expect(await amountsOf(order)).toEqual([[0, 733]]);
    for (let times = 0; times < 2; times += 1) {
      await server().runJobs();
      expect(mailsTo(me).filter(({ subject }) => subject === 'Your refund')).toHaveLength(1);
      await download(order.id, me);
    }
  });

  test('DE93 CR20: money that comes back to the seller undoes the correction, under words of its own', async () => {
    const [me, order] = await bought();
    await report(order, 'chargeback');
    await server().runJobs();
    await report(order, 'reversed');
    await server().runJobs();
    expect(await amountsOf(order)).toEqual([
      [0, 2199],
      [2199, -2199],
    ]);
    expect(mailsTo(me).at(-1)?.subject).toBe('Your refund was undone');
    expect(await textOf(await download(order.id, me))).toContain('Correction undone');
  });

  test('DE93 A7: a mail that fails is sent later, and corrects nothing twice', async () => {
    const [me, order] = await bought();
    await report(order, 'refunded');
    const { mailer } = server().app.services;
    const send = mailer.send.bind(mailer);
    let failures = 0;
    mailer.send = (mail) => (mail.to === me.email && failures++ === 0 ? Promise.reject(new Error('down')) : send(mail));
    await expect(server().runJobs()).rejects.toThrow('down');
    mailer.send = send;
    await server().runJobs();
    expect(await amountsOf(order)).toEqual([[0, 2199]]);
    expect(mailsTo(me).filter(({ subject }) => subject === 'Your refund')).toHaveLength(1);
  });

  test('A7 A11: many at once correct an invoice once, without gaps, and a failed transaction leaves no number out', async () => {
    const orders: Order[] = [];
    for (let made = 0; made < figure(30, 4); made += 1) orders.push((await bought())[1]);
    for (const [made, order] of orders.entries()) await report(order, 'refunded', 1 + made);
    const failing = server().database.inTenant(tenant, async (db) => {
      await correctInvoice(db, { tenant, company, now: server().now() }, orders[0]?.id ?? '');
      throw new Error('broken off');
    });
    await Promise.all([
      expect(failing).rejects.toThrow('broken off'),
      ...orders.flatMap(({ id }) => [correct(id), correct(id), correct(id)]),
    ]);
    for (const [made, order] of orders.entries()) expect(await amountsOf(order)).toEqual([[0, 1 + made]]);
    await withoutGaps();
  });

  test('DE93 B3: in any order of the reports, corrections add up to what went back', async () => {
    const part = fc.constantFrom(1, 733, 1466, 2199);
    const kinds = fc.constantFrom('refunded' as const, 'chargeback' as const, 'reversed' as const);
    const histories = fc.array(fc.record({ kind: kinds, amount: part }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(histories, async (reports: PaymentReport[]) => {
        const [, order] = await bought();
        for (const { kind, amount } of reports) {
          await report(order, kind, amount);
          if (amount > 733) await correct(order.id);
        }
        await correct(order.id);
        const rows = await amountsOf(order);
        const sum = rows.reduce((total, [, amount = 0]) => total + amount, 0);
        const { paid, ...back } = await server().database.inTenant(tenant, (db) =>
          db
            .selectFrom('payment')
            .select(['paid', 'refunded', 'charged_back', 'reversed'])
            .where('id', '=', order.id)
            .executeTakeFirstOrThrow(),
        );
        expect(sum).toBe(Math.min(paid, Math.max(0, back.refunded + back.charged_back - back.reversed)));
      }),
      { numRuns: figure(200, 8) },
    );
  });

  test('D1 D2: no one else gets it, and a payment of which nothing went back has none', async () => {
    const [[me, back], [, kept]] = [await bought(), await bought()];
    const other = await server().member();
    await report(back, 'refunded');
    for (const [id, as, status] of [
      [back.id, me, 200],
      [back.id, other, 404],
      [back.id, null, 403],
      [kept.id, me, 404],
      ['x', me, 404],
    ] as const)
      expect([id, (await download(id, as)).status]).toEqual([id, status]);
    expect((await download(back.id, me, 'POST')).status).toBe(405);
    expect(await amountsOf(kept)).toEqual([]);
  });

  test('A3 E7: the application cannot change one, and it stays when its member is erased, who gets no mail', async () => {
    const [me, order] = await bought();
    await server().database.inTenant(tenant, (db) => eraseAccount(db, tenant, me.id));
    const mails = server().mails.length;
    await report(order, 'refunded');
    await server().runJobs();
    expect(await amountsOf(order)).toEqual([[0, 2199]]);
    expect(server().mails).toHaveLength(mails);
    for (const statement of [sql`update invoice_correction set amount = 1`, sql`delete from invoice_correction`])
      await expect(server().database.inTenant(tenant, (db) => statement.execute(db))).rejects.toThrow(
        /permission denied/,
      );
  });
});
