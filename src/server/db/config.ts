// Says which database is meant: memory for tests, a folder by default, a PostgreSQL server in production.
export type DatabaseConfig =
  | {
      readonly kind: 'memory';
      /** What it holds at first: a dump of another one's data folder. */
      readonly snapshot?: Blob;
    }
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      readonly migrateUrl?: string;
      readonly poolSize?: number;
      /** How long a call waits for the server to answer a statement, in milliseconds; 12,000 when left out. */
      readonly answerWithinMs?: number;
      /** How long a call waits for a connection of its own, also for one that others use, in milliseconds; 1,500 when left out. */
      readonly connectWithinMs?: number;
    };
