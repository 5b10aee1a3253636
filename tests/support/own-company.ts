// A brand with the data of a company of its own, as production wants it, instead of the example's.
import type { Site } from '#site/load';

const PHONE = '+31 10 - 123 45 67';

export const withOwnCompany = (site: Site): Site => ({
  ...site,
  niche: { ...site.niche, descriptor: 'ZUIDPLEIN MEDIA' },
  siteSettings: {
    ...site.siteSettings,
    ...{ domain: 'morrow.dating', support_email: 'help@morrow.dating', support_phone: PHONE },
  },
  company: {
    ...site.company,
    ...{ name: 'Zuidplein Media B.V.', address: 'Zuidplein 36', kvk: '12345678', support_phone: PHONE },
    ...{ vat_numbers: ['NL123456789B01'], creditor_id: 'NL13ABC123456789000' },
  },
});
