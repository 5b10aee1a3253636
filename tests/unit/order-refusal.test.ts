// Which refusals of an order come from what was chosen, among all that there are.
import { expect, test } from 'vitest';
import { orderErrors } from '#contract/credits';
import { codeErrors } from '#contract/discounts';
import { isOrderRefusal } from '#domain/order-refusal';

test('CR32 CR33 DE10: every refusal of a code or a limit is one of the order, and no other is', () => {
  expect(orderErrors.filter(isOrderRefusal).toSorted()).toEqual(
    ['spend_limit', 'spend_in_order', ...codeErrors].toSorted(),
  );
});
