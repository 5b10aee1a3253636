// The traffic source that a visitor came with, as calls take it.
import { LenientText } from './values.ts';

/** Links and forms carry them from page to page; the account stores them. A call that takes a source takes some of these. */
export const TrackingFields = {
  network: LenientText,
  ref: LenientText,
  sub1: LenientText,
  sub2: LenientText,
  sub3: LenientText,
};
