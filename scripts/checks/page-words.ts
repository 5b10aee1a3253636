// Check: a page of the members area asks for the words of every text that its islands draw.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn, lineAt, read } from './files.ts';
import type { Report } from './report.ts';

const FRAME = 'src/layouts/frames/Members.astro';
/** Where the imports of an island lead; the stores and the library draw nothing. */
const ALIASES: Readonly<Record<string, string>> = { '#features/': 'src/features/', '#ui/': 'src/ui/' };

export function check(root: string): Report {
  if (!existsSync(join(root, FRAME))) return { faults: [] };
  const always = namesIn(
    /\.\.\.words/.test(read(root, FRAME)) ? (/\[([^\]]*)\.\.\.words/.exec(read(root, FRAME))?.[1] ?? '') : '',
  );
  return {
    faults: filesIn(root, 'src/pages/[...locale]', ['astro']).flatMap((page) => pageFaults(root, page, always)),
  };
}

const namesIn = (text: string): readonly string[] => [...text.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);

function pageFaults(root: string, page: string, always: readonly string[]): string[] {
  const text = read(root, page);
  const words = /<Members\b[^>]*\bwords=\{\[([^\]]*)\]\}/.exec(text);
  if (!words) return [];
  const asked = new Set([...always, ...namesIn(words[1] ?? '')]);
  const drawn = new Set([...islandFiles(root, page)].flatMap((file) => spacesIn(read(root, file))));
  return [...drawn]
    .filter((space) => !asked.has(space))
    .map((space) => `${page}:${lineAt(text, words.index)}: an island draws texts of "${space}"; name it in words.`);
}

/** The namespaces of the texts in a file; those of keys made of parts as well. */
const spacesIn = (text: string): string[] =>
  [...text.matchAll(/\bt\(\s*[^)]*?['`]([a-z][\w-]*):/g)].map(([, space = '']) => space);

/** The islands of a page and all components that they import, without the page itself. */
function islandFiles(root: string, page: string): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (file: string): void => {
    for (const [, target = ''] of read(root, file).matchAll(/from '([^']+)'/g)) {
      const path = resolve(root, file, target);
      if (!path || found.has(path)) continue;
      found.add(path);
      follow(path);
    }
  };
  follow(page);
  return found;
}

function resolve(root: string, from: string, target: string): string | null {
  const alias = Object.keys(ALIASES).find((each) => target.startsWith(each));
  const isOfFeature = target.startsWith('./') && /^src\/(features|ui)\//.test(from);
  if (!alias && !isOfFeature) return null;
  const path = alias ? (ALIASES[alias] ?? '') + target.slice(alias.length) : join(dirname(from), target);
  return (
    [path, `${path}.tsx`, `${path}.ts`].find((each) => /\.tsx?$/.test(each) && existsSync(join(root, each))) ?? null
  );
}
