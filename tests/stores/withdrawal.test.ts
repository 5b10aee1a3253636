// The store of a withdrawal, used as the payment's page uses it, against the real server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { $payment, correctionOf, invoiceOf, loadPayment, watchPayment } from '#stores/payment';
import { $user, loadUser } from '#stores/session';
import { $withdrawal, $withdrawalPreview, createWithdrawal, watchWithdrawal } from '#stores/withdrawal';
import { eventually } from '#tests/support/eventually';
import { noticeOf, notify } from '#tests/support/fake-provider';
import type { MadeMember } from '#tests/support/members';
import { pageFetch } from '#tests/support/page-fetch';
import { buy, type Order, spend } from '#tests/support/payments';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';

vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/live', () => ({ listen: () => () => undefined, announce: () => undefined }));
vi.mock('#lib/storage', () => ({ cookie: () => null, readStored: () => null, removeStored: () => undefined }));

let server: TestServer & { close(): Promise<void> };
let cookie = '';
let isCut = false;
const plainFetch = globalThis.fetch;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  const send = pageFetch(server, siteAt(0), () => cookie);
  globalThis.fetch = async (input, init) => {
    const answer = await send(input, init);
    if (init?.method !== 'POST' || !isCut) return answer;
    isCut = false;
    // The call arrives, its answer is lost.
    throw new TypeError('cut');
  };
});
afterAll(async () => {
  globalThis.fetch = plainFetch;
  await server.close();
});

/** A member of this page who has paid for six credits. */
async function boughtSix(): Promise<{ me: MadeMember; order: Order }> {
  const me = await server.member({ country: 'NL' });
  ({ cookie } = me);
  await loadUser();
  const order = await buy(server, me, '6');
  await notify(server, siteAt(0).id, noticeOf(order, 'paid'));
  await loadUser();
  return { me, order };
}

test('CR54: the preview, a withdrawal repeated after a lost answer, and a second one that is refused', async () => {
  const me = await server.member({ country: 'NL' });
  ({ cookie } = me);
  await loadUser();
  const order = await buy(server, me, '15');
  await notify(server, siteAt(0).id, noticeOf(order, 'paid'));
  await spend(server, me, 3);
  const stop = watchPayment(order.id);
  await eventually(() => expect($payment.ready()?.payment.withdraw_until).toMatch(/Z$/));

  await $withdrawalPreview.open(order.id);
  const withdrawal = { payment_id: order.id, credits: 12, refund: { amount: 1760, currency: 'EUR' } };
  expect($withdrawalPreview.get()).toMatchObject({ state: 'ready', withdrawal });
  expect($withdrawal.get()).toBeNull();

  isCut = true;
  await createWithdrawal().submit({ payment: order.id });
  expect(isCut).toBe(false);
  expect($withdrawal.get()).toEqual(withdrawal);
  expect($payment.ready()?.payment.withdraw_until).toBeNull();
  await loadUser();
  expect($user.get()?.credits).toBe(0);

  const again = createWithdrawal();
  await again.submit({ payment: order.id });
  expect(again.get()).toMatchObject({ state: 'failed', code: 'withdrawal_over' });
  await $withdrawalPreview.open(order.id);
  expect($withdrawalPreview.get()).toEqual({ state: 'failed', code: 'withdrawal_over' });
  stop();
});

test('DE93: what went back of a payment has a file of its own beside the invoice', async () => {
  const me = await server.member({ country: 'NL' });
  ({ cookie } = me);
  await loadUser();
  const order = await buy(server, me, '15');
  const files = () => {
    const payment = $payment.ready()?.payment;
    return payment ? [invoiceOf(payment), correctionOf(payment)] : [];
  };
  const stop = watchPayment(order.id);
  await eventually(() => expect(files()).toEqual([null, null]));
  await notify(server, siteAt(0).id, noticeOf(order, 'paid'));
  await loadPayment();
  expect(files()).toEqual([`/api/invoice.php?payment=${order.id}`, null]);
  await notify(server, siteAt(0).id, noticeOf({ ...order, amount: 1 }, 'refunded'));
  await loadPayment();
  expect(files()).toEqual([`/api/invoice.php?payment=${order.id}`, `/api/invoice-correction.php?payment=${order.id}`]);
  stop();
});

test('DE93: corrections stay with the payment when they are undone; where none was made, none is offered', async () => {
  for (const isCorrected of [true, false]) {
    const me = await server.member({ country: 'NL' });
    ({ cookie } = me);
    await loadUser();
    const order = await buy(server, me, '15');
    await notify(server, siteAt(0).id, noticeOf(order, 'paid'));
    await notify(server, siteAt(0).id, noticeOf(order, 'chargeback'));
    if (isCorrected) await server.runJobs();
    await notify(server, siteAt(0).id, noticeOf(order, 'reversed'));
    const stop = watchPayment(order.id);
    const path = `/api/invoice-correction.php?payment=${order.id}`;
    await eventually(() => {
      const payment = $payment.ready()?.payment;
      expect(payment).toMatchObject({ payment_id: order.id, status: 'paid', returned: { amount: 0 } });
      expect(payment && correctionOf(payment)).toBe(isCorrected ? path : null);
    });
    stop();
  }
});

test('CR54 DB11: the open preview follows what is spent meanwhile, and stays as it was while it is confirmed', async () => {
  const { me, order } = await boughtSix();
  const withdrawal = createWithdrawal();
  const stop = watchWithdrawal(order.id, withdrawal);
  const shown = () => $withdrawalPreview.ready()?.withdrawal.credits;
  await eventually(() => expect(shown()).toBe(6));
  await spend(server, me, 2);
  await loadUser();
  await eventually(() => expect(shown()).toBe(4));

  await withdrawal.submit({ payment: order.id });
  await loadUser();
  expect($user.get()?.credits).toBe(0);
  expect($withdrawal.get()).toMatchObject({ credits: 4 });
  expect($withdrawalPreview.get()).toMatchObject({ state: 'ready', withdrawal: { credits: 4 } });
  expect($withdrawalPreview.ready()?.stale).toBeUndefined();
  stop();
});

test('CR54: a preview that is open says when the last unused credit was spent', async () => {
  const { me, order } = await boughtSix();
  const stop = watchWithdrawal(order.id, createWithdrawal());
  await eventually(() => expect($withdrawalPreview.ready()?.withdrawal.credits).toBe(6));
  await spend(server, me, 6);
  await loadUser();
  await eventually(() => expect($withdrawalPreview.ready()?.stale).toBe('nothing_unused'));
  stop();
});
