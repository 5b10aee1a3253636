// The outcome of a payment, announced to screen readers when it changes, and the next step.
import { useStore } from '@nanostores/react';
import type { Payment } from '#contract/credits';
import { arrivesLater } from '#domain/payment-methods';
import { formatMoney, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { readDraft } from '#stores/drafts';
import { partnerOf } from '#stores/payment-partner';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { Icon, type IconName } from '#ui/Icon';
import { CancelPayment } from './CancelPayment.tsx';
import { chatAddress, orderAddress } from './addresses.ts';
import { cardName } from './payment-methods.ts';
import { isReturnedDebit, toneOf } from './payment-status.ts';

const ICONS: Readonly<Record<ReturnType<typeof toneOf>, IconName>> = {
  good: 'check',
  attention: 'clock',
  bad: 'alert',
  calm: 'refresh',
};

export function PaymentOutcome({ payment }: { payment: Payment }) {
  const tone = toneOf(payment.status);
  const partner = partnerOf(payment.payment_id);
  const hasDraft = partner !== null && readDraft(partner).text !== '';
  const { heading, texts } = useOutcomeText(payment, hasDraft);
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
      {payment.status === 'created' && !arrivesLater(payment.payment_method) && (
        <CancelPayment id={payment.payment_id} />
      )}
    </section>
  );
}

function useOutcomeText(payment: Payment, hasDraft: boolean): { heading: string; texts: string[] } {
  const user = useStore($user);
  const { support_email: email } = useStore($siteSettings);
  const { status, credits, price, returned, card } = payment;
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
      const declined = status === 'failed' && card ? [t('credits:card_declined', { card: cardName(card) })] : [];
      const safe = hasDraft ? [t('credits:draft_safe')] : [];
      return { heading: t(`credits:${status}_heading`), texts: [t('credits:unpaid_text'), ...declined, ...safe] };
    }
    case 'partly_refunded': {
      const amounts = { returned: formatMoney(returned), price: formatMoney(price) };
      return { heading: t('credits:partly_refunded_heading'), texts: [t('credits:partly_refunded_text', amounts)] };
    }
    case 'refunded':
      return { heading: t('credits:refunded_heading'), texts: [t('credits:refunded_text')] };
    case 'chargeback':
      return {
        heading: t(isReturnedDebit(payment) ? 'credits:debit_returned_heading' : 'credits:chargeback_heading'),
        texts: [
          t('credits:chargeback_credits'),
          ...(user ? [t(user.paid_user ? 'credits:paid_premium' : 'credits:chargeback_premium')] : []),
          t('credits:chargeback_text', { email }),
        ],
      };
    case 'created':
      return { heading: t('credits:created_heading'), texts: [t('credits:created_text')] };
    default:
      return { heading: t('credits:pending_heading'), texts: [t('credits:pending_text')] };
  }
}

function NextStep({ payment, partner }: { payment: Payment; partner: string | null }) {
  const isUnpaid = toneOf(payment.status) === 'bad';
  const isPaid = payment.status === 'paid';
  return (
    <p className="form-actions">
      {payment.status === 'failed' && payment.card && <AfterDeclinedCard id={payment.package} />}
      {payment.checkout && (
        <Button kind="primary" href={payment.checkout}>
          {t('credits:finish')}
        </Button>
      )}
      {(isUnpaid || payment.status === 'created') && (
        <Button kind={isUnpaid ? 'primary' : 'line'} href={orderAddress(payment.package, partner)}>
          {t('credits:different')}
        </Button>
      )}
      {partner && (
        <Button kind={isPaid ? 'primary' : 'line'} href={chatAddress(partner)}>
          {t(isPaid ? 'credits:to_message' : 'credits:to_chat')}
        </Button>
      )}
      {!partner && !isUnpaid && payment.status !== 'created' && (
        <Button kind={isPaid ? 'primary' : 'line'} href={linkTo('members')}>
          {t('credits:to_members')}
        </Button>
      )}
    </p>
  );
}

/** A kept card was declined: once more, or by PayPal (requirement CR17). */
function AfterDeclinedCard({ id }: { id: string }) {
  return (
    <>
      <Button kind="line" href={linkTo('credits-repeat-order')}>
        {t('credits:card_retry')}
      </Button>
      <Button kind="line" href={linkTo('credits-id-paymentmethod', { id, paymentmethod: 'paypal' })}>
        {t('credits:card_paypal')}
      </Button>
    </>
  );
}
