// Connections reserved for one tenant, for statements so frequent that opening a transaction would matter.
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { APP_ROLE } from './migrations/index.ts';

export interface TenantConnections {
  /** Runs one statement in its own transaction as that tenant; returns its first row. */
  queryOne(tenant: number, statement: CompiledQuery): Promise<unknown>;
  close(): Promise<void>;
}

/** Milliseconds until an unused connection closes, and until a statement gives up waiting for a lock. */
const TIMEOUT_MS = { unused: 300_000, lock: 500 } as const;

/** At most one connection per tenant; `open` creates its pool. */
export function tenantConnections(open: (options: pg.PoolConfig) => pg.Pool): TenantConnections {
  const pools = new Map<number, pg.Pool>();

  function poolOf(tenant: number): pg.Pool {
    // Awaited before the connection is handed out, so that no statement runs as another tenant.
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
