// Earlier orders, ordered again with the card that the provider has kept.
import { repeat } from '#contract/repeat';
import { client } from '#lib/api';
import { orderOnce } from './order.ts';
import { createResource } from './resource.ts';
import { createSubmit, type Submit } from './submit.ts';

const api = client(repeat);

export const $repeat = createResource({ load: () => api.list() });

export interface RepeatInput {
  readonly package: string;
  /** The price shown, in minor units. */
  readonly amount: number;
}

/** Creates the submit of one visit; on success it navigates to the payment. */
export function createRepeat(): Submit<RepeatInput> {
  const place = orderOnce(api.order);
  return createSubmit((choice) => place(choice, null));
}

/** Has the kept card forgotten; the orders stay. */
export const createForgetting = (): Submit<undefined> =>
  createSubmit(async () => {
    await api.forgetCard({});
    await $repeat.reload();
  });
