// The order of one visit: pressing twice orders once, and the page is usable again when the member comes back to it.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Submit } from '#stores/submit';

export function useCheckout<Input>(create: () => Submit<Input>) {
  const [order, setOrder] = useState(create);
  const state = useStore(order);
  // A page restored from the back/forward cache would still be in the ordering state.
  useEffect(() => {
    const renew = (event: PageTransitionEvent): void => {
      if (event.persisted) setOrder(create);
    };
    addEventListener('pageshow', renew);
    return () => removeEventListener('pageshow', renew);
  }, []);
  return {
    order,
    refusal: state.state === 'failed' ? state.code : null,
    isBusy: state.state === 'sending' || state.state === 'done',
  };
}
