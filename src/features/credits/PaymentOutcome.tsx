// The outcome of a payment, announced to screen readers when it changes, and the next step.
import { useStore } from '@nanostores/react';
import type { Payment } from '#contract/credits';
import { formatMoney, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { partnerOf } from '#stores/payment-partner';
import { $user } from '#stores/session';
import { $settings } from '#stores/settings';
import { Button } from '#ui/Button';
import { Icon, type IconName } from '#ui/Icon';
import { chatAddress, orderAddress } from './addresses.ts';
import { toneOf } from './payment-status.ts';

const ICONS: Readonly<Record<ReturnType<typeof toneOf>, IconName>> = {
  good: 'check',
  attention: 'clock',
  bad: 'alert',
  calm: 'refresh',
};

export function PaymentOutcome({ payment }: { payment: Payment }) {
  const tone = toneOf(payment.status);
  const partner = partnerOf(payment.payment_id);
  const { heading, texts } = useOutcomeText(payment, partner !== null);
  return (
    <section className="outcome">
      <span className={`outcome-mark outcome-${tone}`}>
        <Icon name={ICONS[tone]} />
      </span>
      <div role="status">
        <h1>{heading}</h1>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <NextStep payment={payment} partner={partner} />
    </section>
  );
}

function useOutcomeText(
  { status, credits, price, returned }: Payment,
  hasDraft: boolean,
): { heading: string; texts: string[] } {
  const user = useStore($user);
  const { support_email: email } = useStore($settings);
  switch (status) {
    case 'paid':
      return {
        heading: t('credits:paid_heading', { count: credits }),
        texts: [
          ...(hasDraft ? [t('credits:message_waits')] : []),
          ...(user ? [`${t('credits:balance', { count: user.credits })}.`] : []),
          ...(user?.paid_user ? [t('credits:paid_premium')] : []),
        ],
      };
    case 'failed':
    case 'cancelled':
    case 'expired': {
      const safe = hasDraft ? [t('credits:draft_safe')] : [];
      return { heading: t(`credits:${status}_heading`), texts: [t('credits:unpaid_text'), ...safe] };
    }
    case 'partly_refunded': {
      const amounts = { returned: formatMoney(returned), price: formatMoney(price) };
      return { heading: t('credits:partly_refunded_heading'), texts: [t('credits:partly_refunded_text', amounts)] };
    }
    case 'refunded':
      return { heading: t('credits:refunded_heading'), texts: [t('credits:refunded_text')] };
    case 'chargeback':
      return { heading: t('credits:chargeback_heading'), texts: [t('credits:chargeback_text', { email })] };
    default:
      return { heading: t('credits:pending_heading'), texts: [t('credits:pending_text')] };
  }
}

function NextStep({ payment, partner }: { payment: Payment; partner: string | null }) {
  const isUnpaid = toneOf(payment.status) === 'bad';
  const isPaid = payment.status === 'paid';
  return (
    <p className="form-actions">
      {isUnpaid && (
        <Button kind="primary" href={orderAddress(payment.package, partner)}>
          {t('credits:different')}
        </Button>
      )}
      {partner && (
        <Button kind={isPaid ? 'primary' : 'line'} href={chatAddress(partner)}>
          {t(isPaid ? 'credits:to_message' : 'credits:to_chat')}
        </Button>
      )}
      {!partner && !isUnpaid && (
        <Button kind={isPaid ? 'primary' : 'line'} href={linkTo('members')}>
          {t('credits:to_members')}
        </Button>
      )}
    </p>
  );
}
