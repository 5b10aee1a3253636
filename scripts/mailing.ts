// `npm run mailing`: sends news or an offer to the members of a niche who asked for that type of mail.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/config/index';
import { explainStartError } from '#server/config/start-errors';
import { migrate, openDatabase } from '#server/db/index';
import { openJobs } from '#server/jobs';
import { openLog } from '#server/log';
import { type MailingTexts, type MailingType, startMailing } from '#server/mail/notifications/mailing';
import { loadSites, type Site } from '#site/load';
import { type Arguments, readArguments, UsageError } from './arguments.ts';

const command = {
  usage: `Usage: npm run mailing -- NICHE news|promotions FOLDER [--send]
FOLDER holds a text for each language, such as en.txt and de.txt; members in other languages get nothing. Without --send
it only checks. A running server sends the mails; members who want the type get it once.`,
  options: { send: { type: 'boolean', default: false } },
  names: 3,
} as const;
const root = fileURLToPath(new URL('..', import.meta.url));

export interface Mailing {
  readonly site: Site;
  readonly type: MailingType;
  readonly texts: MailingTexts;
}

/** Checks names and texts; throws a UsageError with one sentence. */
export function readMailing({ positionals }: Pick<Arguments<typeof command.options>, 'positionals'>): Mailing {
  const [niche = '', type = '', folder = ''] = positionals;
  const site = loadSites(root).find((each) => each.folder === niche);
  if (!site) throw new UsageError(`There is no niche "${niche}".`);
  if (type !== 'news' && type !== 'promotions') throw new UsageError('The type is news or promotions.');
  return { site, type, texts: readTexts(site, folder) };
}

function readTexts(site: Site, folder: string): MailingTexts {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  } catch {
    throw new UsageError(`The folder "${folder}" cannot be read.`);
  }
  if (names.length === 0) throw new UsageError(`The folder "${folder}" has no text such as en.txt.`);
  const texts = names.map((name) => {
    const language = name.slice(0, -'.txt'.length);
    if (!site.codes.includes(language)) throw new UsageError(`"${name}" is no language of ${site.folder}.`);
    const text = readFileSync(join(folder, name), 'utf8').trim();
    if (text === '') throw new UsageError(`"${name}" is empty.`);
    return [language, text] as const;
  });
  return Object.fromEntries(texts);
}

async function send({ site, type, texts }: Mailing): Promise<ReadonlyMap<string, number>> {
  const config = readConfig();
  const database = await openDatabase(config.database);
  try {
    await migrate(database, config.database);
    const jobs = await openJobs({ database, log: openLog(config.logLevel) });
    try {
      const mailing = { tenant: site.id, type, texts, now: new Date() };
      return await database.inTenant(site.id, (db) => startMailing(db, jobs.queue, mailing));
    } finally {
      await jobs.stop();
    }
  } finally {
    await database.close();
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments(command, (found) => void readMailing(found));
  const mailing = readMailing({ positionals });
  const languages = Object.keys(mailing.texts);
  if (!values.send) {
    console.log(`Texts in ${languages.join(', ')}. Add --send to send them.`);
    return;
  }
  for (const [language, members] of await send(mailing))
    console.log(`${language}: ${members} members${languages.includes(language) ? '' : ', left out: there is no text'}`);
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(explainStartError(error));
    process.exitCode = 1;
  }
}
