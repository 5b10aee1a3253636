// Lists a member's sessions, and ends them.
import Bowser from 'bowser';
import type { OwnSession } from '#contract/settings';
import type { Ctx } from '../../context.ts';

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** Names of browser and system in a user agent. */
function deviceOf(client: string): Pick<OwnSession, 'browser' | 'system'> {
  const { browser, os } = client === '' ? { browser: {}, os: {} } : Bowser.parse(client);
  return { browser: nameOf(browser), system: nameOf(os) };
}
const nameOf = ({ name }: { readonly name?: string | undefined }): string | null => name || null;

/** The current one first, then by last activity. The id is the hash of the cookie, from which the cookie cannot be told. */
export async function listSessions(ctx: Ctx): Promise<{ sessions: OwnSession[] }> {
  const rows = await ctx.db
    .selectFrom('session')
    .select(['token_hash', 'client', 'country', 'created_at', 'seen_at'])
    .where('tenant', '=', ctx.tenant)
    .where('account', '=', ctx.member().id)
    .where('expires_at', '>', ctx.now())
    .orderBy('seen_at', 'desc')
    .limit(100)
    .execute();
  const own = ctx.session ? hex(ctx.session.hash) : '';
  const sessions = rows.map(({ token_hash, client, country, created_at, seen_at }) => ({
    id: hex(token_hash),
    ...deviceOf(client),
    ...{ country, created_at: created_at.toISOString(), seen_at: seen_at.toISOString() },
    current: hex(token_hash) === own,
  }));
  return { sessions: sessions.sort((a, b) => Number(b.current) - Number(a.current)) };
}

/** Only sessions of the caller. The current one ends by logging out. */
export async function endSessions(ctx: Ctx, { id }: { id?: string | undefined }): Promise<null> {
  const account = ctx.member().id;
  let ended = ctx.db.deleteFrom('session').where('tenant', '=', ctx.tenant).where('account', '=', account);
  if (ctx.session) ended = ended.where('token_hash', '!=', ctx.session.hash);
  if (id !== undefined) ended = ended.where('token_hash', '=', Buffer.from(id, 'hex'));
  for (const { token_hash: session } of await ended.returning('token_hash').execute())
    ctx.emit({ type: 'logout' }, { account, session });
  return null;
}
