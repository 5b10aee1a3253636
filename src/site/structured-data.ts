// What search engines read besides the page: who runs the site, where a page stands, and its questions (schema.org as JSON-LD).
import { pathOf } from '#domain/routes';
import { normalizePhone } from '#domain/phone';
import type { Site } from './load.ts';
import type { LongText } from './long-texts.ts';
import { absolute } from './pages.ts';

export type StructuredData = Readonly<Record<string, unknown>>;
const CONTEXT = 'https://schema.org';

/** Who runs the site, with the address of its service. */
export function organisation(site: Site): StructuredData {
  const { company, settings } = site;
  return {
    '@context': CONTEXT,
    '@type': 'Organization',
    name: site.name,
    legalName: company.name,
    url: absolute(site, '/'),
    logo: absolute(site, '/icon-512.png'),
    email: settings.support_email,
    telephone: normalizePhone(settings.support_phone),
    vatID: company.vat_numbers[0],
    address: {
      '@type': 'PostalAddress',
      streetAddress: company.address,
      addressLocality: company.city,
      addressCountry: company.country,
    },
  };
}

/** The way from the home page to a page. */
export const breadcrumbs = (site: Site, language: string, route: string, title: string): StructuredData => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: site.name, item: absolute(site, pathOf('index', language)) },
    { '@type': 'ListItem', position: 2, name: title, item: absolute(site, pathOf(route, language)) },
  ],
});

/** The questions of a text with their answers, which may hold simple HTML. */
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
