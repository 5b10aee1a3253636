// What sending costs, as text: in credits, and about how much money that is (decisions B12).
import { t } from '#lib/i18n';
import { approximatePrice } from '#stores/prices';

/** Text such as "1 credit · about €1.67". */
export const priceOf = (credits: number): string =>
  [t('shell:cost', { count: credits }), approximatePrice(credits)].filter(Boolean).join(' · ');
