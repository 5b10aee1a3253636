// Blocking and reporting: the calls, and the member's lists of blocked members and reports.
import { reportCategories, safety, type Report } from '#contract/safety';
import { client } from '#lib/api';
import { onLive } from './live.ts';
import { createResource } from './resource.ts';
import { createSubmit, type Submit } from './submit.ts';

const api = client(safety);

/** What a report can be about, in the order of the form. */
export const REPORT_CATEGORIES = reportCategories;

/** Live events refresh what shows the member. Without a connection the next poll does. */
export const createBlock = (): Submit<string> => createSubmit(async (id) => void (await api.block({ id })));
export const createUnblock = (): Submit<string> =>
  createSubmit(async (id) => {
    await api.unblock({ id });
    $blocked.updater()(({ profiles }) => ({ profiles: profiles.filter((profile) => profile.id !== id) }));
  });

/** Sends a report; `onSent` gets its number. */
export const createReport = (onSent: (number: string) => void): Submit<Report> =>
  createSubmit(async (report) => {
    const { number } = await api.report(report);
    onSent(number);
  });

/** The members the member has blocked, latest first. */
export const $blocked = createResource({ load: () => api.blocked() });
/** The member's own reports, latest first. */
export const $reports = createResource({ load: () => api.reports() });

/** Calls `changed` when a member is blocked or unblocked, by either side and on any device. */
export const onBlock = (changed: (profile: string) => void): (() => void) =>
  onLive('block', ({ profile }) => changed(profile));
