// Every call of staff with a valid request and its status for a role that may make it.
import type { StaffCallName, StaffRole } from '#contract/staff';
import { soughtOf } from '#domain/orientation';
import { siteAt } from './server.ts';

interface StaffCase {
  readonly input: Readonly<Record<string, unknown>>;
  readonly status: number;
  /** Who may make it, told once more than in the code. */
  readonly by: 'anyone' | readonly StaffRole[];
}

const reason = 'Asked for by phone';
const unknown = '8f1f0d0e-3c1b-4c55-9d0c-1f6c5a1f1a11';

const brand = siteAt(0).folder;
const about = { brand, id: unknown };
const parked = { brand, id: 'sandbox evt_unknown' };

const { gender = '', sexuality = '' } = siteAt(0).niche.members.mix[0] ?? {};

/** What a fictional profile of the first brand may be. */
export const fictional = {
  ...{ name: 'Robin', date_of_birth: '1990-06-15', gender, seeks: soughtOf(gender, sexuality) ?? '' },
  ...{ country: siteAt(0).siteSettings.countries[0] ?? '', line: 'Made up', about: 'All of it.' },
};

const all = ['support', 'moderator', 'finance', 'owner'] as const;
const desk = ['support', 'moderator', 'owner'] as const;
const deciding = ['moderator', 'owner'] as const;
const owner = ['owner'] as const;

/** A call that is missing here does not compile. One that ends the session stands last. */
export const STAFF_CASES: Readonly<Record<StaffCallName, StaffCase>> = {
  'session.login': { input: { email: 'a@b.nl', password: 'wrong', code: '123456' }, status: 422, by: 'anyone' },
  'session.me': { input: {}, status: 200, by: all },
  'invitation.open': { input: { token: 'x'.repeat(43) }, status: 410, by: 'anyone' },
  'invitation.accept': {
    input: { token: 'x'.repeat(43), name: 'Kim', password: 'wrong', code: '123456' },
    status: 410,
    by: 'anyone',
  },
  'staff.list': { input: {}, status: 200, by: owner },
  'staff.invite': { input: { email: 'invited@staff.example', role: 'support', reason }, status: 200, by: owner },
  'staff.disable': { input: { id: unknown, reason }, status: 404, by: owner },
  'audit.list': { input: {}, status: 200, by: owner },
  'inbox.list': { input: {}, status: 200, by: all },
  'brands.list': { input: {}, status: 200, by: all },
  'photos.show': { input: about, status: 404, by: desk },
  'photos.decide': { input: { ...about, verdict: { action: 'approve' } }, status: 404, by: deciding },
  'selfies.show': { input: about, status: 404, by: desk },
  'selfies.decide': {
    input: { ...about, photo: unknown, verdict: { action: 'approve' } },
    status: 404,
    by: deciding,
  },
  'reports.show': { input: about, status: 404, by: desk },
  'reports.picture': { input: { ...about, token: '0'.repeat(32) }, status: 404, by: desk },
  'reports.decide': { input: { ...about, measure: { action: 'close' }, reason }, status: 404, by: deciding },
  'contacts.show': { input: about, status: 404, by: desk },
  'contacts.decide': { input: { ...about, last: 1, verdict: { action: 'send' }, reason }, status: 404, by: deciding },
  'words.list': { input: { brand }, status: 200, by: desk },
  'words.set': {
    input: { brand, kind: 'money', language: 'en', word: 'zelle', is_on: true, reason },
    status: 204,
    by: deciding,
  },
  'appeals.show': { input: about, status: 404, by: desk },
  'appeals.decide': { input: { ...about, outcome: 'refused', reason }, status: 404, by: deciding },
  'members.find': { input: { brand, email: 'no.one@nowhere.example' }, status: 200, by: all },
  'members.show': { input: about, status: 404, by: all },
  'members.decide': { input: { ...about, measure: { action: 'restore' }, reason }, status: 404, by: deciding },
  'members.credit': { input: { ...about, credits: 1, reason }, status: 404, by: ['support', 'finance', 'owner'] },
  'members.export': { input: { ...about, reason }, status: 404, by: ['support', 'owner'] },
  'members.erase': { input: { ...about, reason }, status: 404, by: owner },
  'payments.refund': { input: { ...about, reason }, status: 404, by: ['finance', 'owner'] },
  'fictional.list': { input: { brand }, status: 200, by: deciding },
  'fictional.make': { input: { brand, ...fictional, reason }, status: 200, by: deciding },
  'fictional.edit': { input: { ...about, ...fictional, reason }, status: 404, by: deciding },
  'fictional.retire': { input: { ...about, reason }, status: 404, by: deciding },
  'complaints.show': { input: about, status: 404, by: all },
  'complaints.close': { input: { ...about, reason }, status: 404, by: all },
  'parked.show': { input: parked, status: 404, by: ['finance', 'owner'] },
  'parked.close': { input: { ...parked, reason }, status: 404, by: ['finance', 'owner'] },
  'figures.read': { input: { from: '2026-01-01', to: '2026-01-31', by: 'day' }, status: 200, by: ['finance', 'owner'] },
  'session.logout': { input: {}, status: 204, by: all },
};
