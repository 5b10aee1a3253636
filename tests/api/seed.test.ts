// Demo members of an empty database to which several processes come at once.
import { expect, onTestFinished, test } from 'vitest';
import { seedAll } from '#scripts/seed/seed-all';
import { openDatabase } from '#server/db/index';
import { freshDatabase } from '../support/databases.ts';
import { siteAt } from '../support/server.ts';

const MEMBERS = 60;

test('seed: of two first starts at once one writes the members, and the other finds them', async () => {
  const config = await freshDatabase('postgres');
  const processes = await Promise.all([openDatabase(config), openDatabase(config)]);
  onTestFinished(() => Promise.all(processes.map((each) => each.close())).then(() => undefined));
  const start = (database: (typeof processes)[number]) =>
    seedAll(database, [siteAt(0)], { now: new Date(), members: MEMBERS });
  const seeded = (await Promise.all(processes.map(start))).flat();
  expect(seeded.map(({ had, wrote }) => [had, wrote]).sort()).toEqual([
    [0, MEMBERS],
    [MEMBERS, 0],
  ]);
});
