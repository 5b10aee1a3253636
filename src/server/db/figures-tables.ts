// Kysely types of the tables for figures that are counted ahead.

/** The latest count for the trust page: reports and refunds of its days, and the profiles of that moment. */
export interface TrustCountTable {
  tenant: number;
  counted_at: Date;
  median_minutes: number | null;
  decided: number;
  received: number;
  answered: number;
  refunded: number;
  profiles: number;
  fictional: number;
}
