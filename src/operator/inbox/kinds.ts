// The kinds of what waits: who sees them, how an item is named, and which are left.
import type { StaffCallName, StaffOutput } from '#contract/staff';
import type { StaffRole } from '#contract/staff-call';
import { mayCall } from '#domain/staff';

export type Item = StaffOutput<'inbox.list'>['items'][number];
export type Kind = Item['kind'];

export const kinds: readonly Kind[] = ['photo', 'selfie', 'report', 'contact', 'appeal', 'complaint', 'parked'];

const SHOWN_BY: Readonly<Record<Kind, StaffCallName>> = {
  photo: 'photos.show',
  selfie: 'selfies.show',
  report: 'reports.show',
  contact: 'contacts.show',
  appeal: 'appeals.show',
  complaint: 'complaints.show',
  parked: 'parked.show',
};
const DECIDED_BY: Readonly<Record<Kind, StaffCallName>> = {
  photo: 'photos.decide',
  selfie: 'selfies.decide',
  report: 'reports.decide',
  contact: 'contacts.decide',
  appeal: 'appeals.decide',
  complaint: 'complaints.close',
  parked: 'parked.close',
};

export const maySee = (kind: Kind, role: StaffRole): boolean => mayCall(SHOWN_BY[kind], role);
export const mayDecide = (kind: Kind, role: StaffRole): boolean => mayCall(DECIDED_BY[kind], role);
export const keyOf = ({ brand, kind, id }: Item): string => `${brand} ${kind} ${id}`;

export const leftOf = (items: readonly Item[], decided: ReadonlySet<string>): Item[] =>
  items.filter((item) => !decided.has(keyOf(item)));

export const marked = (keys: ReadonlySet<string>, key: string, isDecided: boolean): ReadonlySet<string> =>
  new Set(isDecided ? [...keys, key] : [...keys].filter((each) => each !== key));
