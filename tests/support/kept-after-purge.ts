// What may be left of a member who was erased, how long, and why: everything else is gone with the purge (check E7).
import { DEBIT } from '#domain/debit';

/** Days after leaving until the columns are empty, null if never, and why they may be kept. */
interface Kept {
  readonly days: number | null;
  readonly because: string;
  readonly columns: readonly string[];
}
export const KEPT: readonly Kept[] = [
  {
    days: 365,
    because: 'What operators decided can be checked for a year: without the member, the picture and words about them.',
    columns: ['moderation.operator', 'moderation.reason'],
  },
  {
    days: DEBIT.keepDays,
    because: 'A bank may ask for a signed mandate for 13 months (decisions E33).',
    columns: [
      'reference',
      'holder',
      'iban',
      'iban_hash',
      'last_four',
      'street',
      'postcode',
      'city',
      'country',
      'phone',
    ].map((column) => `debit_mandate.${column}`),
  },
  {
    days: 2 * 365,
    because: 'Complaints and withdrawals are kept for claims: without account and address.',
    columns: ['complaint.id', 'complaint.language', 'complaint.subject', 'complaint.text'],
  },
  {
    days: 2 * 365,
    because:
      'A report by the member is evidence about another one, who may appeal. One about the member stays while it is open (decisions E16).',
    columns: ['id', 'about', 'category', 'decision', 'evidence', 'name', 'text'].map((column) => `report.${column}`),
  },
  {
    days: null,
    because:
      'The audit log is never changed, and the ids in it lead nowhere (decisions E42); what is closed stays closed.',
    columns: ['audit_log.subject', 'closed_matter.id'],
  },
];
/** The columns that may hold something so many days after leaving. */
export const keptAfter = (days: number): string[] =>
  KEPT.filter((each) => each.days === null || each.days > days)
    .flatMap(({ columns }) => columns)
    .sort();
