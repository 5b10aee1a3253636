// Reads the recipes of CONTRIBUTING.md: the files each one names, and how many it says there are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Recipe {
  readonly title: string;
  /** Paths as they are written, with their `<placeholders>`. */
  readonly paths: readonly string[];
  /** Paths that its steps name anywhere, for recipes of folders. */
  readonly mentions: readonly string[];
  /** What its first line says, e.g. `4 files, and 1 in every language`. */
  readonly says: string;
}

export function readRecipes(root: string): readonly Recipe[] {
  const [, section = ''] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(/^## (?=Recipes$)/m);
  const [recipes = ''] = section.split(/^## /m);
  return recipes
    .split(/^(?=\*\*)/m)
    .slice(1)
    .map((text) => {
      const [, title = '', says = ''] = /^\*\*(.+?)\*\*:\s*([^.\n]*)/.exec(text) ?? [];
      const items = [...text.matchAll(/^\d+\. `([^`\s]+)`:/gm)];
      const steps = [...text.matchAll(/^\d+\. .*(?:\n {3}.*)*/gm)].map(([step]) => step).join('\n');
      const mentions = [...steps.matchAll(/`((?:niches|locales)\/[^`\s]*)`/g)];
      return {
        ...{ title, says },
        paths: items.map(([, path = '']) => path),
        mentions: mentions.map(([, path = '']) => path),
      };
    });
}

/** What a recipe's first line has to say about its files. */
export function countedFiles({ paths }: Recipe): string {
  const files = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;
  const translated = paths.filter((path) => path.startsWith('locales/<language>/')).length;
  const plain = paths.length - translated;
  if (plain === 0) return `${files(translated)} in every language`;
  return files(plain) + (translated > 0 ? `, and ${translated} in every language` : '');
}
