// Visitors on the search page: their traffic source and what the site allows them.
import { maySignUp, type Tracking, trackingIn } from '#domain/tracking';
import { mayVisitorSearch } from '#domain/visitor-search';
import { isVisitor } from '#lib/page';
import { queryOf } from '#lib/paths';
import { storedTracking } from '#lib/storage';
import { $siteSettings } from './site-settings.ts';

/** The traffic source in the search page's address. */
export const sourceInAddress = (): Tracking => trackingIn(Object.entries(queryOf('members') ?? {}));

/** The traffic source from the address, else the one stored with consent. */
export function visitorSource(): Tracking {
  const named = sourceInAddress();
  return Object.keys(named).length > 0 ? named : trackingIn(new URLSearchParams(storedTracking()));
}

/** Members can always search; visitors if the site's settings allow it. */
export const canSearch = (): boolean => !isVisitor() || mayVisitorSearch($siteSettings.get(), visitorSource());

/** Whether this visitor may sign up. */
export const mayJoin = (): boolean => maySignUp($siteSettings.get().signups, visitorSource());
