// Which database to open: memory for tests, a folder by default, a PostgreSQL server in production.
export type DatabaseConfig =
  | {
      readonly kind: 'memory';
      /** Initial contents: a dump of another data folder. */
      readonly snapshot?: Blob;
    }
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      readonly migrateUrl?: string;
      readonly poolSize?: number;
      /** Milliseconds a call waits for the result of a statement; default 12,000. */
      readonly answerWithinMs?: number;
      /** Milliseconds a call waits for a connection, including one in use by others; default 1,500. */
      readonly connectWithinMs?: number;
    };
