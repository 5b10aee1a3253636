// What has changed selects the tests that import it, of both runners.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
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

write('package.json', '{ "type": "module", "imports": { "#lib/*": "./lib/*.ts" } }');
// What the runners print is not only their list.
const warning = "console.warn('[old setting] {');";
write('vitest.config.ts', warning, "export default { test: { include: ['tests/unit/*.test.ts'] } };");
write('playwright.config.ts', warning, "export default { testDir: 'tests/e2e' };");
write('lib/price.ts', 'export const price = 1;');
write('lib/cart.ts', "export * from '#lib/price';");
write('lib/other.ts', 'export const other = 1;');
write('tests/unit/cart.test.ts', ...importing('vitest', '#lib/cart'));
write('tests/unit/other.test.ts', ...importing('vitest', '../../lib/other.ts'));
write('tests/e2e/cart.spec.ts', ...importing('@playwright/test', '#lib/cart'));
write('tests/e2e/other.spec.ts', ...importing('@playwright/test', '../../lib/other.ts'));
git('init', '-q');
git('add', '.');
git('commit', '-qm', 'start');
afterEach(() => git('checkout', '-q', '.'));

test('tests that import a changed file are selected, and no others', async () => {
  write('lib/price.ts', 'export const price = 2;');
  expect(await changedTests(root)).toEqual({
    vitest: ['tests/unit/cart.test.ts'],
    playwright: ['tests/e2e/cart.spec.ts'],
  });
});

test('where nothing has changed, none is selected', async () => {
  expect(await changedTests(root)).toEqual({ vitest: [], playwright: [] });
});

test('a browser test that does not load is a fault, and no test that has not changed', async () => {
  write('tests/e2e/other.spec.ts', 'const half = ;');
  await expect(changedTests(root)).rejects.toThrow(/^playwright could not list what has changed:[^]*other\.spec\.ts/);
});
