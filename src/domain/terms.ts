// From when the terms count (spec §9).

/** No version of the terms is older than this. */
const FIRST_TERMS = '2023-12-01T12:00:00Z';

/** The date of the terms: the spec's, or the day the company was entered if that is later; `added` is an ISO moment. */
export function termsDate(added: string): Date {
  const [earliest, companyDate] = [new Date(FIRST_TERMS), new Date(added)];
  return companyDate > earliest ? companyDate : earliest;
}
