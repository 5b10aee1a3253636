// Addresses of the credits pages. They preserve the partner whose chat the member came from.
import { linkTo } from '#lib/paths';

/** The query parameter for that partner. */
export const PARTNER = 'for';

/** The anchor of the withdrawal on a payment's page. */
export const WITHDRAW = 'withdraw';

export const withdrawalAddress = (payment: string): string =>
  `${linkTo('transactions-id', { id: payment })}#${WITHDRAW}`;

const withPartner = (address: string, partner: string | null): string =>
  partner ? `${address}?${PARTNER}=${encodeURIComponent(partner)}` : address;

export const packagesAddress = (partner: string | null): string => withPartner(linkTo('credits'), partner);

export const orderAddress = (id: string, partner: string | null): string =>
  withPartner(linkTo('credits-id-paymentmethod', { id }), partner);

/** The page of direct debit for an order, which that page does not place yet. */
export function debitAddress(id: string, code: string | null, partner: string | null): string {
  const query = new URLSearchParams({
    package: id,
    ...(code ? { code } : {}),
    ...(partner ? { [PARTNER]: partner } : {}),
  });
  return `${linkTo('directdebit')}?${query.toString()}`;
}

export const chatAddress = (partner: string): string => linkTo('members-id-chat', { id: partner });
