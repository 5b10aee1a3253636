// Connections that are one tenant's for good, for the few statements so frequent that opening a transaction for them would count.
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { APP_ROLE } from './migrations/index.ts';

export interface TenantConnections {
  /** Carries out one statement in a transaction of its own, as that tenant, and answers its first row. */
  queryOne(tenant: number, statement: CompiledQuery): Promise<unknown>;
  close(): Promise<void>;
}

/** How long a connection stays open that nobody uses, and how long a statement waits for somebody else's lock. */
const TIMEOUT_MS = { unused: 300_000, lock: 500 } as const;

/** At most one connection for each tenant; `open` makes what opens them. */
export function tenantConnections(open: (options: pg.PoolConfig) => pg.Pool): TenantConnections {
  const pools = new Map<number, pg.Pool>();

  function poolOf(tenant: number): pg.Pool {
    // Awaited before anybody gets the connection: a statement on it never runs as anybody else.
    const onConnect = async (client: pg.ClientBase): Promise<void> => {
      await client.query(`set role ${APP_ROLE}; set app.tenant = '${tenant}'; set lock_timeout = ${TIMEOUT_MS.lock}`);
    };
    const pool =
      pools.get(tenant) ??
      open({ max: 1, idleTimeoutMillis: TIMEOUT_MS.unused, onConnect: (client) => onConnect(client) });
    pools.set(tenant, pool);
    return pool;
  }

  return {
    async queryOne(tenant, { sql, parameters }) {
      const client = await poolOf(tenant).connect();
      let isBroken = true;
      try {
        const { rows } = await client.query<object>(sql, [...parameters]);
        isBroken = false;
        return rows[0];
      } finally {
        client.release(isBroken);
      }
    },
    async close() {
      await Promise.allSettled([...pools.values()].map((pool) => pool.end()));
    },
  };
}
