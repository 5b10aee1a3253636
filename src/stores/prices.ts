// The approximate price of credits in money, at the lowest price in the member's country.
import { formatMoney, t } from '#lib/i18n';
import { $user } from './session.ts';
import { $settings } from './settings.ts';

/**
 * Text such as "about €1.10" (decisions B12). Null for 0 credits, before the member has loaded, and where no price is known.
 * The text is in the `shell` namespace, which every members page carries.
 */
export function approximatePrice(credits: number): string | null {
  const country = $user.get()?.profile.country;
  const cost = country === undefined ? undefined : $settings.get().minimum_message_costs[country];
  if (!cost || cost.costs === 0 || credits <= 0) return null;
  return t('shell:about_money', { money: formatMoney({ amount: cost.costs * credits, currency: cost.currency }) });
}
