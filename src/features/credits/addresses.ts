// Addresses between the pages about credits; the member whose chat one came from stays in them.
import { linkTo } from '#lib/paths';

/** The query that names that member. */
export const PARTNER = 'for';

const withPartner = (address: string, partner: string | null): string =>
  partner ? `${address}?${PARTNER}=${encodeURIComponent(partner)}` : address;

export const packagesAddress = (partner: string | null): string => withPartner(linkTo('credits'), partner);

export const orderAddress = (id: string, partner: string | null): string =>
  withPartner(linkTo('credits-id-paymentmethod', { id }), partner);

export const chatAddress = (partner: string): string => linkTo('members-id-chat', { id: partner });
