// The check of plain words fails on planted faults.
import { expect, test } from 'vitest';
import { check as plainWords } from '#scripts/checks/dialect';
import { smallProjects } from '../support/small-projects.ts';

const { project } = smallProjects();

test('plain words: refuses vague pronouns in prose and coined words in names, and accepts both in strings', () => {
  const files = {
    'src/a.ts':
      "// Whoever comes first.\nconst letGo = 'whoever'; // x\nexport const returnTo = `// ${letGo} whatever`;\n",
    'src/b.astro':
      '---\n// Astro of one line.\nconst fateText = 1;\n---\n<!-- for nobody --><a href="https://whom.x">{fateText}</a>\n',
    'src/c.scss': '// Plain.\na {\n} /* whichever */\n',
    'tests/d.test.ts': "test('A1: somebody', () => {});\nconst x = 'somebody';\nconst nobodyElse = 1;",
    'README.md': 'Say\nwhatever.',
    'docs/e.md': 'Everything is plain.',
  };
  const { faults } = plainWords(project('dialect', files)) as { faults: string[] };
  expect(faults.map((fault) => fault.split(': ').slice(0, 2).join(' '))).toEqual([
    'src/a.ts:1 "Whoever"',
    'src/a.ts:2 "letGo"',
    'src/a.ts:3 "letGo"',
    'tests/d.test.ts:1 "somebody"',
    'tests/d.test.ts:3 "nobody"',
    'src/b.astro:3 "fate"',
    'src/b.astro:5 "nobody"',
    'src/c.scss:3 "whichever"',
    'README.md:2 "whatever"',
  ]);
  expect(faults[1]).toContain('use the standard term, such as release');
});
