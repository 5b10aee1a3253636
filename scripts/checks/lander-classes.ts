// Check: a class styled by a lander's sheet belongs to that lander only, because the sheets of all landers end up in
// one file.
import { basename } from 'node:path';
import { filesIn, lineAt, read } from './files.ts';
import type { Report } from './report.ts';

/** Sheets that several landers share on purpose. */
const SHARED = ['_cinema.scss', '_lander.scss'];

export function check(root: string): Report {
  const users = usersOfClasses(root);
  const sheets = filesIn(root, 'src/styles/landers', ['scss']).filter((path) => !SHARED.includes(basename(path)));
  return {
    faults: sheets.flatMap((path) => {
      const text = read(root, path);
      const heads = [...text.matchAll(/^\.([a-z][\w-]*)(?![\w.-])/gm)];
      return heads.flatMap(({ 1: name = '', index }) => {
        const landers = [...(users.get(name) ?? [])].sort();
        const isFirst = heads.find(([, other]) => other === name)?.index === index;
        return isFirst && landers.length > 1
          ? [
              `${path}:${lineAt(text, index)}: ".${name}" is a class of ${landers.join(' and ')}; name one of them anew.`,
            ]
          : [];
      });
    }),
  };
}

/** For each class, the landers that use it in a part no other lander uses. */
function usersOfClasses(root: string): Map<string, Set<string>> {
  const parts = filesIn(root, 'src/layouts/landers', ['astro']).map((path) => ({
    name: basename(path, '.astro'),
    text: read(root, path),
  }));
  const imports = (text: string): string[] =>
    [...text.matchAll(/from '#layouts\/landers\/(\w+)'/g)].map(([, name = '']) => name);
  const reached = (name: string): string[] => [
    name,
    ...imports(parts.find((part) => part.name === name)?.text ?? '').flatMap(reached),
  ];
  const landers = [...new Set(filesIn(root, 'src/pages', ['astro']).flatMap((path) => imports(read(root, path))))];
  const users = new Map<string, Set<string>>();
  for (const { name, text } of parts) {
    const [lander, ...others] = landers.filter((each) => reached(each).includes(name));
    if (!lander || others.length > 0) continue;
    for (const [, words = ''] of text.matchAll(/class="([^"]*)"/g))
      for (const word of words.split(/\s+/)) users.set(word, (users.get(word) ?? new Set()).add(lander));
  }
  return users;
}
