// The repeat-order page: a package bought before, the kept card, and the order button in a dialog that shows both (requirements CR4, CR12).
import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import type { Package } from '#contract/credits';
import type { RepeatOffer } from '#contract/repeat';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $repeat, createForgetting, createRepeat, type RepeatInput } from '#stores/repeat';
import { Button } from '#ui/Button';
import { CreditsSkeleton } from '#ui/CreditsSkeleton';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { Modal } from '#ui/Modal';
import { Notice } from '#ui/Notice';
import { OrderSummary } from './OrderSummary.tsx';
import { PackageChoice } from './PackageChoice.tsx';
import { cardName } from './payment-methods.ts';
import { useCheckout } from './use-checkout.ts';

interface Props {
  /** The niche's drawing for a failure. */
  lost?: ReactNode;
}

export function RepeatOrder({ lost }: Props) {
  const shown = useStore($repeat);
  useEffect(() => void $repeat.reload(), []);
  if (shown.state === 'loading') return <CreditsSkeleton page="packages" label={t('shell:loading')} />;
  if (shown.state === 'failed')
    return (
      <ErrorState
        heading={t('credits:repeat_failed')}
        text={errorText(shown.code)}
        isPage
        onRetry={() => void $repeat.reload()}
      >
        {lost}
      </ErrorState>
    );
  const [latest] = shown.packages;
  if (!latest)
    return (
      <EmptyState
        heading={t('credits:repeat_empty_heading')}
        text={t('credits:repeat_empty_text')}
        isPage
        action={
          <Button kind="primary" href={linkTo('credits')}>
            {t('credits:to_packages')}
          </Button>
        }
      >
        {lost}
      </EmptyState>
    );
  return <Choice offer={shown} latest={latest} />;
}

function Choice({ offer, latest }: { offer: RepeatOffer; latest: Package }) {
  const [chosenId, choose] = useState(latest.id);
  const [isOpen, setOpen] = useState(false);
  // Kept while the dialog is closed: the same choice must not be charged again under another key.
  const checkout = useCheckout(createRepeat);
  const chosen = offer.packages.find(({ id }) => id === chosenId) ?? latest;
  return (
    <div className="narrow stack">
      <h1 className="page-heading">{t('credits:repeat')}</h1>
      <p className="muted">{t('credits:repeat_lead')}</p>
      <PackageChoice
        packages={offer.packages}
        current={chosen}
        covering={undefined}
        isWhole={false}
        onChoose={choose}
      />
      {offer.card ? (
        <>
          <KeptCard name={cardName(offer.card)} />
          <Button kind="primary" isBlock onClick={() => setOpen(true)}>
            {t('credits:card_check')}
          </Button>
          <Modal isOpen={isOpen} title={t('credits:order_heading')} isSheet onClose={() => setOpen(false)}>
            <Confirmation offer={offer} chosen={chosen} card={cardName(offer.card)} checkout={checkout} />
          </Modal>
        </>
      ) : (
        <Button kind="primary" isBlock href={orderAddress(chosen, offer.method)}>
          {t('credits:continue', { credits: t('credits:amount', { count: chosen.credits }) })}
        </Button>
      )}
    </div>
  );
}

const orderAddress = ({ id }: Package, method: string | null): string =>
  linkTo('credits-id-paymentmethod', method === null ? { id } : { id, paymentmethod: method });

function KeptCard({ name }: { name: string }) {
  const [forgetting] = useState(createForgetting);
  const state = useStore(forgetting);
  return (
    <div className="panel">
      <div className="kept-card">
        <span>
          <span className="muted small">{t('credits:card')}</span> <b>{name}</b>
        </span>
        <Button kind="quiet" isBusy={state.state === 'sending'} onClick={() => void forgetting.submit(undefined)}>
          {t('credits:card_forget')}
        </Button>
      </div>
      {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
    </div>
  );
}

interface Confirmed {
  offer: RepeatOffer;
  chosen: Package;
  card: string;
  checkout: ReturnType<typeof useCheckout<RepeatInput>>;
}

function Confirmation({ offer, chosen, card, checkout: { order, refusal, isBusy } }: Confirmed) {
  // The card may have been forgotten on another device.
  useEffect(() => {
    if (refusal === 'no_card') void $repeat.reload();
  }, [refusal]);
  return (
    <OrderSummary
      chosen={chosen}
      total={chosen}
      code={null}
      method={card}
      note={t('credits:card_at_once')}
      country={offer.country}
      vat={offer.vat}
      days={offer.refund_days}
      isBusy={isBusy}
      refusal={refusal}
      onOrder={() => void (!isBusy && order.submit({ package: chosen.id, amount: chosen.price.amount }))}
    />
  );
}
