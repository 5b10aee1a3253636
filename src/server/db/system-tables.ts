// The tables that hold nothing of any tenant, as Kysely types.

/** Keys that all processes share, by what they are for. */
export interface ServerSecretTable {
  name: string;
  secret: Uint8Array;
}

/** Which tables the application may have partitions created and dropped of; only the owner of the tables reaches it. */
export interface PartitionRuleTable {
  parent: string;
  period: 'day' | 'month';
  least_days: number | null;
}
