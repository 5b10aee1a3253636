// Somebody who is not logged in, on the one page that may be open to them: what brought them, and whether they may stay.
import { maySignUp, type Tracking, trackingIn } from '#domain/tracking';
import { mayVisitorSearch } from '#domain/visitor-search';
import { isVisitor } from '#lib/page';
import { queryOf } from '#lib/paths';
import { storedTracking } from '#lib/storage';
import { $settings } from './settings.ts';

/** The traffic source that the address of the search names. */
export const sourceInAddress = (): Tracking => trackingIn(Object.entries(queryOf('members') ?? {}));

/** The visitor's traffic source: what the address names, else what the device was allowed to keep. */
export function visitorSource(): Tracking {
  const named = sourceInAddress();
  return Object.keys(named).length > 0 ? named : trackingIn(new URLSearchParams(storedTracking()));
}

/** Whether whoever is here may search: every member, and a visitor as the site's settings say. */
export const isAllowedHere = (): boolean => !isVisitor() || mayVisitorSearch($settings.get(), visitorSource());

/** Whether this visitor may join at all. */
export const mayJoin = (): boolean => maySignUp($settings.get().signups, visitorSource());
