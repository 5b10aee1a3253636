// Fills the database of the browser tests with demo members. The two logins that the tests use begin with an empty inbox.
import { loadSites } from '#site/load';
import { readConfig } from '#server/config/index';
import { migrate, openDatabase } from '#server/db/index';
import { demoLogins } from '../../scripts/seed/demo.ts';
import { emptyInboxes } from '../../scripts/seed/empty-inboxes.ts';
import { seedAll } from '../../scripts/seed/seed-all.ts';

const used = demoLogins.filter(({ kind }) => kind === 'free' || kind === 'premium');
const sites = loadSites(process.cwd());
const { database: config } = readConfig();
const database = await openDatabase(config);
try {
  await migrate(database, config);
  await seedAll(database, sites, { now: new Date() });
  for (const { id } of sites) await database.inTenant(id, (db) => emptyInboxes(db, id, used));
} finally {
  await database.close();
}
