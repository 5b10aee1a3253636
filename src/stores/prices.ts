// What credits are worth in money, as far as can be said without knowing the purchase: the country's cheapest price.
import { formatMoney, t } from '#lib/i18n';
import { $user } from './session.ts';
import { $settings } from './settings.ts';

/**
 * About how much money so many credits are, as words: "about €1.10" (decisions B12). Null until the member is known, for
 * nothing at all, and where no price is known. Stands in the words of `shell`, which every members page carries.
 */
export function aboutMoney(credits: number): string | null {
  const country = $user.get()?.profile.country;
  const cost = country === undefined ? undefined : $settings.get().minimum_message_costs[country];
  if (!cost || cost.costs === 0 || credits <= 0) return null;
  return t('shell:about_money', { money: formatMoney({ amount: cost.costs * credits, currency: cost.currency }) });
}
