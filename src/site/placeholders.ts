// What the legal and help texts may name: company, prices and numbers, written for one language of one site.
import { AGE, CHAT_HIDDEN_DAYS, DELETION_DAYS, FREE, PREMIUM, WELCOME } from '#domain/limits';
import { termsDate } from '#domain/terms';
import type { Site } from './load.ts';
import { bundles, offersIn } from './prices.ts';
import { cheapestMessage, homeCountry } from './pages.ts';

/** Placeholder → text. Money in the currency of the language's home country, dates and shares by its tag. */
export function placeholdersFor(site: Site, language: string): Readonly<Record<string, string>> {
  const { company, settings } = site;
  const tag = site.languages.find((each) => each.code === language)?.tag ?? language;
  const country = new Intl.DisplayNames(tag, { type: 'region' }).of(company.country) ?? company.country;
  const offers = offersIn(homeCountry(site, tag));
  const money = (amount: number, currency: string): string =>
    new Intl.NumberFormat(tag, { style: 'currency', currency }).format(amount / 100);
  const percent = (share: number): string => new Intl.NumberFormat(tag, { style: 'percent' }).format(share / 100);
  const numbers = {
    min_age: AGE.min,
    refund_days: settings.refund_days,
    message_credits: settings.message_credits,
    photo_credits: settings.photo_credits,
    signup_credits: settings.signup_credits,
    free_conversations: FREE.conversations,
    free_photos: FREE.photos,
    premium_photos: PREMIUM.photos,
    deletion_days: DELETION_DAYS,
    hidden_days: CHAT_HIDDEN_DAYS,
    welcome_hours: WELCOME.seconds / 3600,
  };
  return {
    name: site.name,
    domain: settings.domain,
    company: company.name,
    address: company.address,
    city: company.city,
    country,
    kvk: company.kvk,
    vat: company.vat_numbers.join(', '),
    tradenames: company.tradenames.join(', '),
    support_email: settings.support_email,
    support_phone: settings.support_phone,
    ...Object.fromEntries(
      Object.entries(numbers).map(([key, value]) => [key, new Intl.NumberFormat(tag).format(value)]),
    ),
    cheapest_message: cheapestMessage(site, tag),
    ...Object.fromEntries(
      bundles.map(({ id }) => {
        const offer = offers.find((each) => each.id === id);
        return [`price_${id}`, offer ? money(offer.amount, offer.currency) : ''];
      }),
    ),
    terms_date: new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(termsDate(company.added)),
    welcome_percent: percent(WELCOME.percent),
    fictional_share: percent(site.niche.fictional_percent),
    descriptor: site.niche.descriptor,
  };
}
