// Structured data for search engines (schema.org as JSON-LD): organisation, breadcrumbs and questions.
import { pathOf } from '#domain/routes';
import { normalizePhone } from '#domain/phone';
import type { Site } from './load.ts';
import type { LongText } from './long-texts.ts';
import { absoluteUrl } from './pages.ts';

export type StructuredData = Readonly<Record<string, unknown>>;
const CONTEXT = 'https://schema.org';

export function organisation(site: Site): StructuredData {
  const { company, siteSettings } = site;
  return {
    '@context': CONTEXT,
    '@type': 'Organization',
    name: site.name,
    legalName: company.name,
    url: absoluteUrl(site, '/'),
    logo: absoluteUrl(site, '/icon-512.png'),
    email: siteSettings.support_email,
    telephone: normalizePhone(siteSettings.support_phone),
    vatID: company.vat_numbers[0],
    address: {
      '@type': 'PostalAddress',
      streetAddress: company.address,
      addressLocality: company.city,
      addressCountry: company.country,
    },
  };
}

export const breadcrumbs = (site: Site, language: string, route: string, title: string): StructuredData => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: site.name, item: absoluteUrl(site, pathOf('index', language)) },
    { '@type': 'ListItem', position: 2, name: title, item: absoluteUrl(site, pathOf(route, language)) },
  ],
});

/** Answers may contain simple HTML. */
export const questionsOf = (text: LongText): StructuredData => ({
  '@context': CONTEXT,
  '@type': 'FAQPage',
  mainEntity: text.parts.flatMap(({ questions }) =>
    questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  ),
});
