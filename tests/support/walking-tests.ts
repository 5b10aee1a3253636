// Which tests of calls walk over all calls, tables, jobs or pages: what is added is tested by them as well.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What they import. */
const WALKS = /\b(?:contractCalls|TABLES|FILE_OWNERS|JOB_KINDS)\b|'#(?:contract\/index|domain\/routes)'/;
/** These ask the database or the queue what there is. */
const MORE = ['jobs.test.ts', 'migrations.test.ts'];

export function walkingTests(root: string): readonly string[] {
  const folder = join(root, 'tests/api');
  return readdirSync(folder)
    .filter((name) => MORE.includes(name) || WALKS.test(readFileSync(join(folder, name), 'utf8')))
    .map((name) => `tests/api/${name}`);
}
