// Deleting the account: what is offered instead, the form, and the way out of the members area afterwards.
import { leaving, leavingReasons, type Deletion } from '#contract/leaving';
import { client } from '#lib/api';
import { createResource } from './resource.ts';
import { leaveDeleted } from './session.ts';
import { createSubmit, type Submit } from './submit.ts';

const api = client({ remove: leaving.remove, offer: leaving.offer, takeDiscount: leaving.takeDiscount });

export const LEAVING_REASONS = leavingReasons;

/** The device is cleared, and the page says what happens now; for an account that is erased already, the home page. */
export const createDeletion = (): Submit<Deletion> =>
  createSubmit(async (deletion) => {
    const { until } = await api.remove(deletion);
    leaveDeleted(until === null ? 'index' : 'account-deleted');
  });

/** What the member can have instead. A failure is ignored: there is then nothing to offer. */
export const $leavingOffer = createResource({
  load: () => api.offer().catch(() => ({ tryout: null, discount: null })),
});

/** Makes the member's discount code, which the offer then has. */
export const createDiscountTake = (): Submit<undefined> =>
  createSubmit(async () => {
    const update = $leavingOffer.updater();
    const { code } = await api.takeDiscount();
    if (!update(() => ({ discount: { percentage: code.value_percentage, code } }))) await $leavingOffer.reload();
  });
