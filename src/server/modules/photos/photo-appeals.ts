// Which rejections of a member's photos can still be appealed, with the token of the appeal.
import { appealEnd, appealToken } from '../../auth/appeal-token.ts';
import type { Db } from '../../db/index.ts';

/** By the photo's id: of each photo only the last decision counts. */
export async function photoAppeals(
  db: Db,
  tenant: number,
  account: string,
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const rejections = await db
    .selectFrom('moderation as m')
    .leftJoin('appeal as p', (join) =>
      join.onRef('p.tenant', '=', 'm.tenant').onRef('p.decision', '=', 'm.id').on('p.side', '=', 'member'),
    )
    .select(['m.id', 'm.photo', 'm.at', 'p.id as appeal'])
    .where('m.tenant', '=', tenant)
    .where('m.account', '=', account)
    .where('m.action', '=', 'reject_photo')
    .orderBy('m.at')
    .execute();
  const last = new Map(rejections.map((each) => [each.photo ?? '', each]));
  const tokens = new Map<string, string>();
  for (const [photo, { id: decision, at, appeal }] of last)
    if (!appeal && appealEnd(at) > now) tokens.set(photo, await appealToken(db, tenant, { decision, side: 'member' }));
  return tokens;
}
