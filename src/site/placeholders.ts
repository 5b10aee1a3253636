// The placeholders of legal and help texts: company, prices and numbers, formatted for one language of one site.
import { AGE, CHAT_HIDDEN_DAYS, DELETION_DAYS, FREE, PREMIUM, WELCOME } from '#domain/limits';
import { termsDate } from '#domain/terms';
import { dayText, moneyText, numberText, percentText, regionName } from './formats.ts';
import { tagOf } from './language-tag.ts';
import type { Site } from './load.ts';
import { bundles } from '#domain/prices';
import { cheapestMessage, homeCountry } from './pages.ts';

/** Placeholder → text. Money is in the currency of the language's home country. */
export function placeholdersFor(site: Site, language: string): Readonly<Record<string, string>> {
  const { company, siteSettings } = site;
  const tag = tagOf(site, language);
  const home = homeCountry(site, tag);
  const { amountOf, currencyOf } = site.prices;
  const numbers = {
    min_age: AGE.min,
    refund_days: siteSettings.refund_days,
    message_credits: siteSettings.message_credits,
    photo_credits: siteSettings.photo_credits,
    signup_credits: siteSettings.signup_credits,
    free_conversations: FREE.conversations,
    free_photos: FREE.photos,
    premium_photos: PREMIUM.photos,
    deletion_days: DELETION_DAYS,
    hidden_days: CHAT_HIDDEN_DAYS,
    welcome_hours: WELCOME.seconds / 3600,
  };
  return {
    name: site.name,
    domain: siteSettings.domain,
    company: company.name,
    address: company.address,
    city: company.city,
    country: regionName(tag, company.country),
    kvk: company.kvk,
    vat: company.vat_numbers.join(', '),
    tradenames: company.tradenames.join(', '),
    support_email: siteSettings.support_email,
    support_phone: siteSettings.support_phone,
    ...Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, numberText(tag, value)])),
    cheapest_message: cheapestMessage(site, tag),
    ...Object.fromEntries(
      bundles.map(({ id }) => [`price_${id}`, moneyText(tag, amountOf(id, home), currencyOf(home))]),
    ),
    terms_date: dayText(tag, termsDate(company.added)),
    welcome_percent: percentText(tag, WELCOME.percent),
    descriptor: site.niche.descriptor,
  };
}
