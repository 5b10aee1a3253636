// Takes the likes and conversations of demo logins away, for tests and measurements that begin with an empty inbox.
import type { Db } from '#server/db/index';
import type { DemoLogin } from './demo.ts';

/** What they spent stays booked. */
export async function emptyInboxes(db: Db, tenant: number, logins: readonly DemoLogin[]): Promise<void> {
  const ids = db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where(
      'email_key',
      'in',
      logins.map(({ email }) => email),
    );
  await db
    .deleteFrom('member_like')
    .where('tenant', '=', tenant)
    .where((like) => like.or([like('liker', 'in', ids), like('liked', 'in', ids)]))
    .execute();
  await db
    .deleteFrom('conversation')
    .where('tenant', '=', tenant)
    .where((conversation) => conversation.or([conversation('one', 'in', ids), conversation('two', 'in', ids)]))
    .execute();
}
