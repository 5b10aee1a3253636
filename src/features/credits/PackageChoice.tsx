// The packages as a radio group of cards with price and price per credit.
import type { Package } from '#contract/credits';
import { formatMoney, t } from '#lib/i18n';
import { bestValue } from '#stores/credits';
import { Choice } from '#ui/Choice';
import { Tag } from '#ui/Tag';

interface Props {
  packages: readonly Package[];
  current: Package | undefined;
  /** The package that suffices for the pending message. */
  covering: Package | undefined;
  /** Whether these are all packages, so that the best of them is the best there is. */
  isWhole?: boolean;
  onChoose: (id: string) => void;
}

export function PackageChoice({ packages, current, covering, isWhole = true, onChoose }: Props) {
  const best = isWhole ? bestValue(packages) : undefined;
  return (
    <fieldset className="choices">
      <legend className="visually-hidden">{t('credits:choose')}</legend>
      {packages.map((each) => (
        <Choice key={each.id} name="package" value={each.id} isChosen={each === current} onChoose={onChoose}>
          <span className="pack">
            <b className="pack-amount display">{t('credits:amount', { count: each.credits })}</b>
            <b className="pack-price">{formatMoney(each.price)}</b>
            <span className="pack-more">
              <span>{t('credits:unit', { price: formatMoney(each.unit) })}</span>
              {each === covering && <Tag tone="good">{t('credits:covers')}</Tag>}
              {each.premium && <Tag>{t('credits:premium')}</Tag>}
              {each === best && <Tag tone="good">{t('credits:best')}</Tag>}
            </span>
          </span>
        </Choice>
      ))}
    </fieldset>
  );
}
