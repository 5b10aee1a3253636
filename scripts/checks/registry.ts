// Check: what a new call or page needs besides its code is there: its word in the contract, its error texts and tests, its title.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesIn, read } from './files.ts';
import type { Report } from './report.ts';

type Contract = Readonly<Record<string, Readonly<Record<string, { readonly errors?: readonly string[] }>>>>;

export async function check(root: string): Promise<Report> {
  return {
    faults: [
      ...(await wordFaults(root)),
      ...(await errorTextFaults(root)),
      ...(await errorUseFaults(root)),
      ...(await titleFaults(root)),
    ],
  };
}

const load = async <T>(root: string, path: string): Promise<T | null> =>
  existsSync(join(root, path)) ? ((await import(pathToFileURL(join(root, path)).href)) as T) : null;

const textsOf = (root: string, file: string): Readonly<Record<string, string>> =>
  existsSync(join(root, file)) ? (JSON.parse(read(root, file)) as Record<string, string>) : {};

/** A call outside of src/contract/index.ts has neither handler nor client: it would answer 404. */
async function wordFaults(root: string): Promise<string[]> {
  const index = existsSync(join(root, 'src/contract/index.ts')) ? read(root, 'src/contract/index.ts') : '';
  return filesIn(root, 'src/contract', ['ts'])
    .filter((path) => path !== 'src/contract/index.ts')
    .flatMap((path) => {
      const file = path.split('/').at(-1) ?? '';
      const isWord = /^import \{[^}]*\bendpoint\b/m.test(read(root, path)) && !index.includes(`'./${file}'`);
      return isWord ? [`${path}: declares calls but is not in the contract; add it to src/contract/index.ts.`] : [];
    });
}

async function errorTextFaults(root: string): Promise<string[]> {
  const errors = await load<{ sharedCodes: readonly string[]; fieldCodes: readonly string[] }>(
    root,
    'src/contract/errors.ts',
  );
  const { contract = {} } = (await load<{ contract: Contract }>(root, 'src/contract/index.ts')) ?? {};
  const texts = textsOf(root, 'locales/en/errors.json');
  const own = ownCodes(contract).map(({ code }) => code);
  const codes = new Set([
    ...(errors?.sharedCodes ?? []),
    ...(errors?.fieldCodes ?? []).map((code) => `field_${code}`),
    ...own,
  ]);
  return [...codes]
    .filter((code) => !(code in texts))
    .map((code) => `locales/en/errors.json: has no text for the code "${code}"; write it here and in every language.`);
}

const ownCodes = (contract: Contract): { word: string; code: string }[] =>
  Object.entries(contract).flatMap(([word, calls]) =>
    Object.values(calls).flatMap((call) => (call.errors ?? []).map((code) => ({ word, code }))),
  );

/** A code of its own that no handler throws is a promise to the client, and one that no test provokes may be another code's. */
async function errorUseFaults(root: string): Promise<string[]> {
  const { contract = {} } = (await load<{ contract: Contract }>(root, 'src/contract/index.ts')) ?? {};
  const textsIn = (folder: string, extension: string): string[] =>
    filesIn(root, folder, [extension]).map((path) => read(root, path));
  const [server, tests] = [textsIn('src/server', 'ts'), textsIn('tests', 'test.ts')];
  const isIn = (texts: readonly string[], code: string): boolean => texts.some((text) => text.includes(`'${code}'`));
  return ownCodes(contract).flatMap(({ word, code }) => [
    ...(isIn(server, code)
      ? []
      : [`src/contract/${word}.ts: nothing refuses with "${code}"; do so in src/server/modules/${word}/index.ts.`]),
    ...(isIn(tests, code)
      ? []
      : [`tests/api: no test is refused with "${code}"; write one in tests/api/${word}.test.ts that expects it.`]),
  ]);
}

async function titleFaults(root: string): Promise<string[]> {
  const table = await load<{ routes: readonly { name: string; layout: string; screen?: true }[] }>(
    root,
    'src/domain/routes.ts',
  );
  const texts = textsOf(root, 'locales/en/shell.json');
  // A long text brings its own title.
  const isTitled = (name: string): boolean =>
    `title_${name}` in texts || existsSync(join(root, `locales/en/pages/${name}.md`));
  return (table?.routes ?? [])
    .filter(({ name, layout, screen }) => screen && layout !== 'lander' && !isTitled(name))
    .map(
      ({ name }) => `locales/en/shell.json: lacks "title_${name}", the title of that page; write it in every language.`,
    );
}
