// Addresses of the credits pages. They preserve the partner whose chat the member came from.
import { linkTo } from '#lib/paths';

/** The query parameter for that partner. */
export const PARTNER = 'for';

const withPartner = (address: string, partner: string | null): string =>
  partner ? `${address}?${PARTNER}=${encodeURIComponent(partner)}` : address;

export const packagesAddress = (partner: string | null): string => withPartner(linkTo('credits'), partner);

export const orderAddress = (id: string, partner: string | null): string =>
  withPartner(linkTo('credits-id-paymentmethod', { id }), partner);

export const chatAddress = (partner: string): string => linkTo('members-id-chat', { id: partner });
