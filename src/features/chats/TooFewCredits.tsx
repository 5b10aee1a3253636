// In place of a button that would spend more credits than the member has: the price, the balance, and the way to the packages.
import { useStore } from '@nanostores/react';
import { t } from '#lib/i18n';
import { $spendable } from '#stores/spendable';
import { Button } from '#ui/Button';
import { creditsFor } from './addresses.ts';

interface Props {
  /** The text with `price` and `balance`. */
  text: 'gifts:too_few' | 'pictures:too_few' | 'voice:too_few';
  partner: string;
  price: number;
  /** What the server says there is, where it refused. */
  balance?: number | undefined;
}

export function TooFewCredits({ text, partner, price, balance }: Props) {
  const spendable = useStore($spendable) ?? 0;
  return (
    <div className="form-actions gifts-actions">
      <p role="status">
        {t(text, {
          price: t('shell:cost', { count: price }),
          balance: t('shell:cost', { count: balance ?? spendable }),
        })}
      </p>
      <Button kind="primary" href={creditsFor(partner)}>
        {t('chats:packages')}
      </Button>
    </div>
  );
}
