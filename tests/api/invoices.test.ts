// Invoices: one for each paid order, numbered without gaps, for its member only, and with the mail of the purchase.
import type { HttpBindings } from '@hono/node-server';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseAccount } from '#server/auth/erase-account';
import { issueInvoice } from '#server/payments/invoices/issue-invoice';
import { noticeOf, notify } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { buy, type Order } from '../support/payments.ts';
import { pdfText } from '../support/pdf-text.ts';
import { figure, onBothEngines, siteAt } from '../support/server.ts';

const { id: tenant, company, folder } = siteAt(0);

onBothEngines('invoices', (server) => {
  async function paidOrder(me: MadeMember, id = '15'): Promise<Order> {
    const order = await buy(server(), me, id);
    await notify(server(), tenant, noticeOf(order, 'paid'));
    return order;
  }
  async function download(payment: string, as: { cookie: string } | null, method = 'GET'): Promise<Response> {
    const headers = as ? { cookie: as.cookie } : {};
    const url = `http://${folder}.localhost/api/invoice.php?payment=${payment}`;
    const incoming = { socket: { remoteAddress: '192.0.2.1' } } as unknown as HttpBindings['incoming'];
    return server().app.fetch(new Request(url, { headers, method }), { incoming });
  }
  const issue = (payment: string) =>
    server().database.inTenant(tenant, (db) => issueInvoice(db, { tenant, company, now: server().now() }, payment));
  const numbers = () =>
    server().database.inTenant(tenant, async (db) =>
      (await db.selectFrom('invoice').select('number').orderBy('number').execute()).map(({ number }) => number),
    );
  const withoutGaps = async (): Promise<void> => {
    const all = await numbers();
    expect(all).toEqual(all.map((_, at) => at + 1));
  };

  test('DE66: a paid order has an invoice, which its member downloads as PDF', async () => {
    const me = await server().member();
    const order = await paidOrder(me);
    const answer = await download(order.id, me);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="invoice-1-\d{6}\.pdf"$/);
    const file = new Uint8Array(await answer.arrayBuffer());
    expect(Buffer.from(file.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(pdfText(file)).toContain(order.id);
    const again = new Uint8Array(await (await download(order.id, me)).arrayBuffer());
    expect(Buffer.compare(Buffer.from(file), Buffer.from(again))).toBe(0);
  });

  test('DE66 AC20: the confirmation of a purchase brings the invoice along', async () => {
    const me = await server().member();
    const order = await paidOrder(me);
    await server().runJobs();
    const mail = server().mails.findLast(({ to }) => to === me.email);
    const [attached] = mail?.attachments ?? [];
    expect(pdfText(Buffer.from(attached?.content ?? '', 'base64'))).toContain(order.id);
    const [, number = ''] = /^invoice-(.+)\.pdf$/.exec(attached?.filename ?? '') ?? [];
    expect(mail?.text).toContain(`${number} (`);
    expect((await download(order.id, me)).headers.get('content-disposition')).toContain(number);
  });

  test('D1 D2: no one else gets it, and an order that was never paid has none', async () => {
    const [me, other] = [await server().member(), await server().member()];
    const [paid, unpaid] = [await paidOrder(me), await buy(server(), me, '6')];
    const before = await numbers();
    for (const [id, as, status] of [
      [paid.id, other, 404],
      [paid.id, null, 403],
      [unpaid.id, me, 404],
      [crypto.randomUUID(), me, 404],
      ['x', me, 404],
    ] as const)
      expect([id, (await download(id, as)).status]).toEqual([id, status]);
    expect((await download(paid.id, me, 'POST')).status).toBe(405);
    expect(await numbers()).toEqual(before);
  });

  test('A7 A11: many at once take one number each, without gaps, and a failed transaction leaves none out', async () => {
    const me = await server().member();
    const orders: Order[] = [];
    for (let made = 0; made < figure(30, 6); made += 1) orders.push(await paidOrder(me, '6'));
    const failing = server().database.inTenant(tenant, async (db) => {
      await issueInvoice(db, { tenant, company, now: server().now() }, orders[0]?.id ?? '');
      throw new Error('broken off');
    });
    await Promise.all([
      expect(failing).rejects.toThrow('broken off'),
      ...orders.flatMap(({ id }) => [issue(id), issue(id), issue(id)]),
    ]);
    const issued = await Promise.all(orders.map(({ id }) => issue(id)));
    expect(new Set(issued.map((each) => each?.number)).size).toBe(orders.length);
    await withoutGaps();
  });

  test('A3: the application cannot change or delete an invoice', async () => {
    const order = await paidOrder(await server().member());
    await issue(order.id);
    for (const statement of [sql`update invoice set number = 9000000`, sql`delete from invoice`])
      await expect(server().database.inTenant(tenant, (db) => statement.execute(db))).rejects.toThrow(
        /permission denied/,
      );
  });

  test('E7: an invoice keeps its number and seller when its member is erased', async () => {
    const me = await server().member();
    const order = await paidOrder(me);
    const before = await issue(order.id);
    await server().database.inTenant(tenant, (db) => eraseAccount(db, tenant, me.id));
    expect(await issue(order.id)).toEqual(before);
    expect(before?.seller).toMatchObject({ name: company.name, vat_numbers: company.vat_numbers });
  });

  test('D10: brands count for themselves', async () => {
    const site = siteAt(1);
    const me = await server().member({}, site);
    const { body } = await server().call('/api/payment.php', { json: { package: '6', method: 'visa' }, as: me, site });
    const { payment_id: id, price } = body['payment'] as { payment_id: string; price: Omit<Order, 'id'> };
    await notify(server(), site.id, noticeOf({ id, ...price }, 'paid'), { site });
    const of = { tenant: site.id, company: site.company, now: server().now() };
    const first = await server().database.inTenant(site.id, (db) => issueInvoice(db, of, id));
    expect(first?.number).toBe(1);
    await withoutGaps();
  });
});
