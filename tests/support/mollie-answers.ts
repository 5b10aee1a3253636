// The resources and errors of Mollie's API as its documentation describes them, written by hand for tests.
export interface MollieMoney {
  readonly currency: string;
  readonly value: string;
}

export interface MollieRefund {
  readonly id: string;
  readonly amount: MollieMoney;
  readonly metadata: unknown;
  readonly createdAt: string;
  status: string;
}
export interface MollieChargeback {
  readonly id: string;
  readonly amount: MollieMoney;
  readonly createdAt: string;
  reversedAt: string | null;
}

/** A payment as the host keeps it. */
export interface MolliePayment {
  readonly id: string;
  readonly createdAt: string;
  readonly asked: Readonly<Record<string, unknown>>;
  amount: MollieMoney;
  status: string;
  mandateId: string | null;
  details: object | null;
  readonly refunds: MollieRefund[];
  readonly chargebacks: MollieChargeback[];
}

export interface MollieAnswer {
  readonly status: number;
  readonly body: object | null;
}

const TITLES: Readonly<Record<number, string>> = {
  401: 'Unauthorized Request',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  422: 'Unprocessable Entity',
  503: 'Service Unavailable',
};

const link = (href: string) => ({ href, type: 'application/hal+json' });
const documentation = { href: 'https://docs.mollie.com/', type: 'text/html' };

export const errorAnswer = (status: number, detail: string, field?: string): MollieAnswer => ({
  status,
  body: {
    ...{ status, title: TITLES[status] ?? 'Error', detail },
    ...(field === undefined ? {} : { field }),
    _links: { documentation },
  },
});

const total = (moved: readonly { amount: MollieMoney }[]): string =>
  moved.reduce((sum, { amount }) => sum + Number(amount.value), 0).toFixed(2);

/** Amounts that went back stand beside the payment; its status stays `paid`. */
export function paymentBody(url: string, payment: MolliePayment, embeds: readonly string[]): object {
  const { id, createdAt, asked, amount, status, mandateId, details, refunds, chargebacks } = payment;
  const { description, redirectUrl, webhookUrl = null, method = null, metadata = null, locale = null } = asked;
  const { sequenceType = 'oneoff', customerId } = asked;
  const refunded = refunds.filter((each) => each.status !== 'failed' && each.status !== 'canceled');
  const { currency } = amount;
  return {
    ...{ resource: 'payment', id, mode: 'test', createdAt, amount, description, method, metadata, status },
    ...(status === 'open' ? { isCancelable: true, expiresAt: createdAt } : {}),
    ...(status === 'paid'
      ? {
          paidAt: createdAt,
          amountRefunded: { currency, value: total(refunded) },
          amountRemaining: { currency, value: (Number(amount.value) - Number(total(refunded))).toFixed(2) },
        }
      : {}),
    ...(chargebacks.length > 0 ? { amountChargedBack: { currency, value: total(chargebacks) } } : {}),
    ...{ locale, profileId: 'pfl_test', sequenceType, redirectUrl, webhookUrl, details },
    ...(customerId === undefined ? {} : { customerId }),
    ...(mandateId === null ? {} : { mandateId }),
    ...(embeds.length > 0
      ? {
          _embedded: {
            ...(embeds.includes('refunds') ? { refunds: refunds.map((each) => refundBody(url, id, each)) } : {}),
            ...(embeds.includes('chargebacks')
              ? {
                  chargebacks: chargebacks.map((each) => ({
                    resource: 'chargeback',
                    paymentId: id,
                    ...each,
                    _links: {},
                  })),
                }
              : {}),
          },
        }
      : {}),
    _links: {
      self: link(`${url}/v2/payments/${id}`),
      ...(status === 'open' && sequenceType !== 'recurring'
        ? { checkout: { href: `https://www.mollie.com/checkout/${id}`, type: 'text/html' } }
        : {}),
      documentation,
    },
  };
}

export const refundBody = (url: string, paymentId: string, refund: MollieRefund): object => ({
  ...{ resource: 'refund', mode: 'test', paymentId, description: '' },
  ...refund,
  _links: { self: link(`${url}/v2/payments/${paymentId}/refunds/${refund.id}`), documentation },
});

/** A list of which this is the only page. */
export const listBody = (name: string, items: readonly object[], next: string | null = null): object => ({
  count: items.length,
  _embedded: { [name]: items },
  _links: { self: link('self'), previous: null, next: next === null ? null : link(next), documentation },
});
