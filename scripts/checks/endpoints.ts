// Check: every call of the contract is named in the title of an API test, as `feature.call`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesIn, read } from './files.ts';
import type { Report } from './report.ts';
import { titlesOf } from './titles.ts';

export async function check(root: string): Promise<Report> {
  const { contract } = (await import(pathToFileURL(join(root, 'src/contract/index.ts')).href)) as {
    contract: Record<string, object>;
  };
  const calls = Object.entries(contract).flatMap(([feature, group]) =>
    Object.keys(group).map((call) => `${feature}.${call}`),
  );
  const titles = filesIn(root, 'tests/api', ['test.ts']).flatMap((path) => titlesOf(path, read(root, path)));
  const untested = calls.filter(
    (call) => !titles.some((title) => new RegExp(`(?<![\\w.])${call.replace('.', '\\.')}(?!\\w)`).test(title)),
  );
  return {
    faults: untested.map(
      (call) => `tests/api: no test title names ${call}; write one in tests/api/${call.split('.')[0]}.test.ts.`,
    ),
    note: `${calls.length} calls`,
  };
}
