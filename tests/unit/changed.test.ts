// What has changed selects the tests that import it, of both runners.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { changedTests } from '#scripts/testing/changed';
import { copiesFolder } from '../support/project-copy.ts';

// The runners resolve their packages only from inside the project.
const root = mkdtempSync(join(copiesFolder(), 'changed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
vi.stubEnv(
  'PATH',
  [dirname(process.execPath), join(process.cwd(), 'node_modules/.bin'), process.env['PATH']].join(delimiter),
);

function write(path: string, ...lines: readonly string[]): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), lines.join('\n'));
}
const git = (...args: readonly string[]): void => {
  const { status, stderr } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
};
const importing = (runner: string, path: string): string[] => [
  `import { test } from '${runner}';`,
  `import '${path}';`,
  "test('passes', () => {});",
];

test('tests that import a changed file are selected, and no others', async () => {
  write('package.json', '{ "type": "module" }');
  write('vitest.config.ts', "export default { test: { include: ['tests/unit/*.test.ts'] } };");
  write('playwright.config.ts', "export default { testDir: 'tests/e2e' };");
  write('price.ts', 'export const price = 1;');
  write('cart.ts', "export * from './price.ts';");
  write('other.ts', 'export const other = 1;');
  write('tests/unit/cart.test.ts', ...importing('vitest', '../../cart.ts'));
  write('tests/unit/other.test.ts', ...importing('vitest', '../../other.ts'));
  write('tests/e2e/cart.spec.ts', ...importing('@playwright/test', '../../cart.ts'));
  write('tests/e2e/other.spec.ts', ...importing('@playwright/test', '../../other.ts'));
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'start');
  write('price.ts', 'export const price = 2;');
  expect(await changedTests(root)).toEqual({
    vitest: ['tests/unit/cart.test.ts'],
    playwright: ['tests/e2e/cart.spec.ts'],
  });
});
