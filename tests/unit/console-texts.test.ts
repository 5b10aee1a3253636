// The words of the console: each one that the code asks for is there, and none is left over.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { staffCodes, staffRoles } from '#contract/staff-call';
import { groupings } from '#contract/staff-views';
import { filesIn } from '#scripts/checks/files';

const texts = JSON.parse(readFileSync('locales/en/staff/console.json', 'utf8')) as Record<string, string>;
const code = filesIn(process.cwd(), 'src/operator', ['ts', 'tsx'])
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
/** Words and parts of them, such as the names of columns. */
const quoted = new Set([...code.matchAll(/['`"](?:console:)?([a-z_]+)['`"]/g)].map(([, name = '']) => name));
/** One that depends on a number is written twice. */
const written = new Set(Object.keys(texts).map((name) => name.replace(/_(one|other)$/, '')));
const begun = [...code.matchAll(/`console:([a-z_]+_)\$\{/g)].map(([, start = '']) => start);

test('DE11: every word the console asks for is written, and every written one is asked for', () => {
  const asked = [...code.matchAll(/'console:([a-z_]+)'/g)].map(([, name = '']) => name);
  expect(asked.filter((name) => !written.has(name))).toEqual([]);
  expect(begun.filter((start) => !Object.keys(texts).some((name) => name.startsWith(start)))).toEqual([]);
  const isAsked = (name: string): boolean => quoted.has(name) || begun.some((start) => name.startsWith(start));
  expect([...written].filter((name) => name !== 'title' && !isAsked(name))).toEqual([]);
});

test('DE11: roles, kinds of figures and refusals of staff have words of their own', () => {
  const wanted = [
    ...staffRoles.map((role) => `role_${role}`),
    ...groupings.map((grouping) => `by_${grouping}`),
    ...staffCodes.map((each) => `error_${each}`),
  ];
  expect(wanted.filter((name) => !(name in texts))).toEqual([]);
});
