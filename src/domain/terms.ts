// The effective date of the terms (requirement SI30).

/** Date of the first version. */
const FIRST_TERMS = '2023-12-01T12:00:00Z';

/** The later of the first version and the company's registration (`added`, ISO 8601). */
export function termsDate(added: string): Date {
  const [earliest, companyDate] = [new Date(FIRST_TERMS), new Date(added)];
  return companyDate > earliest ? companyDate : earliest;
}
