// Says which database is meant: memory for tests, a folder by default, a PostgreSQL server in production.
export type DatabaseConfig =
  | { readonly kind: 'memory' }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly migrateUrl?: string; readonly poolSize?: number };
