// What a thief of a password may leave behind in an account: a passkey and an export of its data.
import { siteAt, type TestServer } from './server.ts';

const tenant = siteAt(0).id;

export async function addOtherAccess(server: TestServer, account: string): Promise<void> {
  const now = server.now();
  const key = { id: account, account, name: 'Phone', public_key: new Uint8Array(1), counter: 0, created_at: now };
  const asked = { requested_at: now, made_at: null, file: null, expires_at: new Date(now.getTime() + 1e8) };
  await server.database.inTenant(tenant, async (db) => {
    await db
      .insertInto('passkey')
      .values({ tenant, ...key })
      .execute();
    await db
      .insertInto('data_export')
      .values({ tenant, account, ...asked })
      .execute();
  });
}

/** How many passkeys and exports the account has. */
export const countOtherAccess = (server: TestServer, account: string): Promise<number> =>
  server.database.inTenant(tenant, async (db) => {
    const keys = await db.selectFrom('passkey').select('id').where('account', '=', account).execute();
    const files = await db.selectFrom('data_export').select('account').where('account', '=', account).execute();
    return keys.length + files.length;
  });
