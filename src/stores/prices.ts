// The price of credits in money: at what the member paid last, else from the lowest price there is.
import { formatMoney, t } from '#lib/i18n';
import { $user } from './session.ts';

/**
 * Text such as "about €1.67", or "from €0.90 (pack of 400)" before the first purchase (decisions B12). Null for 0 credits and
 * before the member has loaded. The texts are in the `shell` namespace, which every members page carries.
 */
export function approximatePrice(credits: number): string | null {
  const price = $user.get()?.credit_price;
  if (!price || credits <= 0) return null;
  const money = formatMoney({ ...price, amount: price.amount * credits });
  return price.pack === null
    ? t('shell:about_money', { money })
    : t('shell:from_money', { money, count: String(price.pack) });
}
