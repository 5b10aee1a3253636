// Check: nothing unfinished is left behind: no task markers, no filler text, no focused or skipped tests.
import { filesIn, lineAt, read } from './files.ts';
import type { Report } from './report.ts';

const MARKS: readonly { readonly pattern: RegExp; readonly say: string }[] = [
  { pattern: /\b(?:TO[D]O|FIX[M]E|X[X]X)\b/, say: 'finish it or write an issue' },
  { pattern: /lorem[ ]ipsum|coming[ ]soon/i, say: 'write the real text' },
  { pattern: /\.onl[y](?=[.(])/, say: 'run all tests' },
  {
    pattern: /\.(?:ski[p]|ski[p]If|run[I]f|fixm[e]|tod[o])(?=[.(])/,
    say: 'run the test, select it by a tag, or define it only where it can run',
  },
  {
    pattern: /\bretr(?:y|ies)(?=: [1-9]\b)|\{ (?:skip|todo|only|fails)(?=: true)|\b(?:test|describe)\.fails?(?=[.(])/,
    say: 'let `npm test` do the second try, and the test pass',
  },
];

export function check(root: string): Report {
  const paths = ['src', 'scripts', 'tests', 'niches', 'locales'].flatMap((folder) =>
    filesIn(root, folder, ['ts', 'tsx', 'mjs', 'js', 'astro', 'scss', 'json', 'md']),
  );
  return {
    faults: paths.flatMap((path) => {
      const text = read(root, path);
      return MARKS.flatMap(({ pattern, say }) => {
        const match = pattern.exec(text);
        return match ? [`${path}:${lineAt(text, match.index)}: "${match[0]}": ${say}.`] : [];
      });
    }),
  };
}
