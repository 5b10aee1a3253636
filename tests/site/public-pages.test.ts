// What the requirements ask of single public pages: legal texts with the site's own figures, prices, languages by country, the footer.
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { footerRoutes, hasScreen, pathOf, routeOf } from '#domain/routes';
import { DELETION_DAYS } from '#domain/limits';
import { normalizePhone } from '#domain/phone';
import { HELP_LINES } from '#domain/help-lines';
import { termsDate } from '#domain/terms';
import { loadSites } from '#site/load';
import { bundles } from '#domain/prices';
import { homeCountry } from '#site/pages';
import type { BuiltPage } from '#scripts/build/pages';
import { offersIn } from '../support/default-prices.ts';
import { readPages } from '../support/exported-pages.ts';
import { readable } from '../support/lander-pages.ts';

/** The languages offered in each country (requirements SI31, SI32, SI33). */
const SPOKEN: Readonly<Record<string, string>> = {
  ...{ US: 'en es', CA: 'en fr', BE: 'nl fr de', CH: 'de it fr en', FI: 'fi sv' },
  ...{ NL: 'nl', FR: 'fr', IT: 'it', ES: 'es', DE: 'de', AT: 'de', PL: 'pl' },
  ...{ IE: 'en', GB: 'en', AU: 'en', NZ: 'en', DK: 'da', NO: 'nb', SE: 'sv' },
};
const LEGAL = ['cookies', 'faq', 'privacy', 'return-policy', 'service', 'terms'].map((name) => `pages-${name}`);

describe.each(loadSites(process.cwd()).map((site) => [site.folder, site] as const))('%s', (folder, site) => {
  let pages: BuiltPage[] = [];
  beforeAll(() => {
    pages = readPages(join(process.cwd(), 'dist', folder), site);
  });
  const pageOf = (route: string, language: string): string =>
    pages.find((page) => page.route === routeOf(route) && page.language === language)?.html ?? '';
  const mainOf = (html: string): string =>
    readable(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').replaceAll(/\s+/g, ' ');
  const tagOf = (language: string): string => site.languages.find(({ code }) => code === language)?.tag ?? language;
  const codes = site.languages.map(({ code }) => code);

  test('SI10 SI11 SI12 SI13 SI16: the legal and help pages have complete texts in every language', () => {
    for (const route of [...LEGAL, 'pages-accessibility'])
      for (const language of codes)
        expect(mainOf(pageOf(route, language)).length, `${language} ${route}`).toBeGreaterThan(1500);
    for (const language of codes) expect(mainOf(pageOf('pages-ban', language)).length, language).toBeGreaterThan(300);
  });

  test('SI14 SI15 SI27 SI30: refund days, support and the date of the terms are the site’s own', () => {
    const { refund_days, support_email, support_phone } = site.siteSettings;
    for (const language of codes) {
      expect(mainOf(pageOf('pages-return-policy', language)), language).toMatch(new RegExp(`\\b${refund_days}\\b`));
      const service = pageOf('pages-service', language);
      expect(service).toContain(`href="mailto:${support_email}"`);
      expect(service).toContain(`href="tel:${normalizePhone(support_phone)}"`);
      expect(normalizePhone(support_phone)).toMatch(/^\+?\d+$/);
      const date = new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeZone: 'UTC' });
      expect(mainOf(pageOf('pages-terms', language))).toContain(date.format(termsDate(site.company.added)));
    }
  });

  test('SA4: the page on safety has advice, and numbers of every country of the brand', () => {
    for (const language of codes) {
      const html = pageOf('pages-safety', language);
      expect(mainOf(html).length, language).toBeGreaterThan(2000);
      const names = new Intl.DisplayNames(tagOf(language), { type: 'region' });
      for (const country of site.siteSettings.countries) {
        const lines = HELP_LINES[country];
        const [, part = ''] = html.split(`<summary>${names.of(country)}</summary>`);
        const shown = part.split('</details>')[0] ?? '';
        for (const { number = '' } of [...(lines?.emergency ?? []), ...(lines?.violence ?? [])])
          expect(shown, `${language} ${country}`).toContain(number);
        expect(shown, `${language} ${country}`).toContain('href="tel:');
      }
    }
    expect(pageOf('pages-service', 'en')).toContain(`href="${pathOf('pages-safety', 'en')}"`);
  });

  test('CR8: prices are public, in the currency of the language’s home country', () => {
    for (const language of codes) {
      const text = mainOf(pageOf('pricing', language)).replaceAll('\u00a0', ' ');
      const offers = offersIn(homeCountry(site, tagOf(language)));
      expect(offers).toHaveLength(bundles.length);
      for (const { amount, currency } of offers) {
        const price = new Intl.NumberFormat(tagOf(language), { style: 'currency', currency }).format(amount / 100);
        expect(text, `${language} ${price}`).toContain(price.replaceAll(/\s/g, ' '));
      }
    }
  });

  test('DA-welcome CR35 CR37: visitors read of the welcome code beside the prices, with its per cent and hours', () => {
    for (const language of codes) {
      const text = mainOf(pageOf('pricing', language)).replaceAll(/\s/g, ' ');
      expect(text, language).toContain('WELCOME25');
      expect(text, language).toMatch(/25 ?%/);
      expect(text, language).toMatch(/\b4 \p{L}/u);
    }
  });

  test('AC17: a deleted account’s page says what happens next, with a link to customer service', () => {
    for (const language of codes) {
      const html = pageOf('account-deleted', language);
      const main = mainOf(html);
      expect(main.length, language).toBeGreaterThan(120);
      expect(main, language).toContain(`${DELETION_DAYS}`);
      expect(main, language).toContain(site.siteSettings.support_email);
      expect(html).toContain(pathOf('pages-service', language));
    }
  });

  test('SA3: the complaint form sends the language of its page, which the receipt then uses', () => {
    for (const language of codes) {
      const [form = ''] =
        /<form[^>]*action="\/api\/complaint\.php"[\s\S]*?<\/form>/.exec(pageOf('complaints', language)) ?? [];
      expect(form, language).toMatch(new RegExp(`<input[^>]*name="language"[^>]*value="${language}"`));
    }
  });

  test('SI9 SI31 SI32 SI33: the language page offers each country its own languages', () => {
    const html = pageOf('lang-config', 'en');
    const names = new Intl.DisplayNames(tagOf('en'), { type: 'region' });
    for (const country of site.siteSettings.countries.filter((code) => SPOKEN[code])) {
      const [, links = ''] = html.split(`<h2>${names.of(country)}</h2>`);
      const offered = [...(links.split('</li>')[0] ?? '').matchAll(/data-language="([a-z]{2})"/g)].map(
        ([, code]) => code,
      );
      expect(offered.join(' '), country).toBe(SPOKEN[country]);
    }
    expect(site.siteSettings.countries.filter((code) => SPOKEN[code]).length).toBe(Object.keys(SPOKEN).length);
  });

  test('SH4: wherever the US footer is, the rule that restricts it to members is too', () => {
    const withFooter = pages.filter(({ html }) => html.includes('<p class="footer-us" data-country="US" hidden'));
    expect(withFooter.filter(({ language }) => language !== 'en' && language !== 'es')).toEqual([]);
    expect(withFooter.length).toBeGreaterThan(20);
    const unhidden = withFooter.filter(
      ({ html, route }) => route.world === 'public' && !/<style>[\s\S]*\.footer-us[\s\S]*<\/style>/.test(html),
    );
    expect(unhidden.map(({ file }) => file)).toEqual([]);
  });

  test('SH2 SH23: every ordinary page ends with the disclaimer of its language and the links of the list', () => {
    expect(footerRoutes.filter((name) => !hasScreen(name))).toEqual([]);
    for (const language of codes) {
      const [footer = ''] = /<footer[\s\S]*<\/footer>/.exec(pageOf('pages-faq', language)) ?? [];
      const disclaimer = site.texts(language)['shell']?.['disclaimer']?.replaceAll('{{name}}', site.name);
      expect(readable(footer)).toContain(disclaimer);
      for (const name of ['terms', 'privacy', 'cookies', 'ban', 'return-policy', 'faq', 'service'])
        expect(footer).toContain(`href="${pathOf(`pages-${name}`, language)}"`);
      for (const name of ['pricing', 'complaints']) expect(footer).toContain(`href="${pathOf(name, language)}"`);
    }
  });
});
