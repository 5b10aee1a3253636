// The record of deletions beside the photos, by which a restored backup deletes again who was deleted since.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isoDay } from '#domain/iso-day';
import {
  deletionRecord,
  oldDeletions,
  RECORD_DAYS,
  recordDeletions,
  recordedSince,
} from '#server/auth/deletion-record';
import { eraseMember } from '#server/auth/erase-account';
import { JOB_KINDS } from '#server/jobs';
import { DAILY } from '#server/queue';
import { folderStore } from '#server/storage/folder-store';
import { mailedToken } from '../support/joining.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('the record of deletions', (server) => {
  const files = () => folderStore(server().config.dataDir);
  const pathOf = (day: Date): string => join(server().config.dataDir, 'deletions', `${isoDay(day)}-${tenant}.log`);
  const remove = (as: MadeMember) =>
    server().call('/api/account.php', {
      ...{ method: 'DELETE', as },
      json: { password: as.password, reason: 'found_someone', remarks: 'All the best' },
    });
  const hashOf = ({ id }: MadeMember): string => createHash('sha256').update(`account ${id}`).digest('hex');
  const recorded = async (member: MadeMember) =>
    (await recordedSince(files(), tenant, server().now(), server().now())).get(hashOf(member));
  const run = () => deletionRecord.run(server().app.services, { tenant });
  const waiting = () =>
    server().database.inTenant(tenant, (db) => db.selectFrom('deletion_change').select('hash').execute());

  test('H10 AC14 AC16: who leaves, comes back and is erased is written down once, by a hash of the id only', async () => {
    const [left, back, gone] = [await server().member(), await server().member(), await server().member()];
    for (const member of [left, back]) expect((await remove(member)).status).toBe(200);
    await server().runJobs();
    const at = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(await recorded(back)).toEqual({ hash: hashOf(back), state: 'deleted', at });
    const token = await mailedToken(server(), back.email);
    expect((await server().call('/api/account-reactivate.php', { json: { token } })).status).toBe(200);
    await server().database.inTenant(tenant, (db) => eraseMember(db, tenant, gone.id));
    await run();
    expect([await recorded(left), await recorded(back), await recorded(gone)]).toEqual([
      { hash: hashOf(left), state: 'deleted', at },
      { hash: hashOf(back), state: 'kept', at },
      { hash: hashOf(gone), state: 'erased', at },
    ]);
    expect(await waiting()).toEqual([]);
    const text = readFileSync(pathOf(server().now()), 'utf8');
    for (const { id, name, email } of [left, back, gone])
      for (const word of [id, id.replaceAll('-', ''), name, email]) expect(text).not.toContain(word);
    await run();
    expect(readFileSync(pathOf(server().now()), 'utf8')).toBe(text);
    // Another brand has its own.
    expect(await recordedSince(files(), siteAt(1).id, server().now(), server().now())).toEqual(new Map());
  });

  test('H10: what could not be written is written by the next run', async () => {
    const gone = await server().member();
    await server().database.inTenant(tenant, (db) => eraseMember(db, tenant, gone.id));
    const full = { ...files(), put: () => Promise.reject(new Error('full')) };
    await expect(recordDeletions(server().database, full, tenant, server().now())).rejects.toThrow('full');
    expect(await waiting()).toEqual([{ hash: hashOf(gone) }]);
    await run();
    expect((await recorded(gone))?.state).toBe('erased');
  });

  test('H10: a file goes once no backup of its day is of use, also where no one has left since', async () => {
    const name = (days: number, of = tenant): string =>
      `deletions/${isoDay(new Date(server().now().getTime() - days * 86_400_000))}-${of}.log`;
    const other = siteAt(1).id;
    const days = [RECORD_DAYS, RECORD_DAYS + 1, RECORD_DAYS + 31, RECORD_DAYS + 32];
    for (const each of days) await files().put(name(each), new Uint8Array(1));
    await files().put(name(RECORD_DAYS + 1, other), new Uint8Array(1));
    await oldDeletions.run(server().app.services, { tenant });
    const left = [];
    for (const each of days) if (await files().get(name(each))) left.push(each);
    // The last one would have gone while the server was off for a month.
    expect(left).toEqual([RECORD_DAYS, RECORD_DAYS + 32]);
    expect(await files().get(name(RECORD_DAYS + 1, other))).not.toBeNull();
    expect([oldDeletions.schedule, JOB_KINDS.includes(oldDeletions)]).toEqual([{ cron: DAILY }, true]);
  });
});
