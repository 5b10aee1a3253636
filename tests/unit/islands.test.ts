// Every island is drawn within the one error boundary, so that a fault in it leaves the page alone.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement, isValidElement, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';

const drawn = vi.hoisted((): unknown[] => []);
vi.mock('react-dom', () => ({ flushSync: (work: () => void) => work() }));
vi.mock('react-dom/client', () => ({ createRoot: () => ({ render: (node: unknown) => drawn.push(node) }) }));
vi.mock('#lib/i18n', () => ({ t: (key: string) => key }));

const root = process.cwd();
const sources = ['src/**/*.{ts,tsx,astro}', 'astro.config.mjs']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
const filesWith = (pattern: RegExp): string[] => sources.filter(([, code]) => pattern.test(code)).map(([path]) => path);

test('React draws only where a boundary stands around all it draws', () => {
  expect(filesWith(/\b(?:createRoot|hydrateRoot)\(/).sort()).toEqual([
    'src/features/shell/mount.ts',
    'src/operator/main.ts',
  ]);
  expect(filesWith(/render\(createElement\(Boundary, null, /)).toEqual(['src/operator/main.ts']);
});

test('every island is drawn by React in the browser, through our own renderer', () => {
  const directives = sources.flatMap(([, code]) =>
    [...code.matchAll(/\bclient:[\w-]+(?:="[^"]*")?/g)].map(([found]) => found),
  );
  expect(directives.length).toBeGreaterThan(20);
  expect([...new Set(directives)]).toEqual(['client:only="react"']);
  expect(filesWith(/clientEntrypoint: `\$\{root\}\/src\/features\/shell\/mount\.ts`/)).toEqual(['astro.config.mjs']);
});

test('that renderer puts the boundary around an island with its slots', async () => {
  vi.stubGlobal('reportError', () => undefined);
  const { default: mount } = await import('../../src/features/shell/mount.ts');
  const { IslandBoundary } = await import('../../src/features/shell/IslandBoundary.tsx');
  const Island = ({ children }: { children?: ReactNode }) => createElement('p', null, children);
  const island = { hasAttribute: () => true, addEventListener: () => undefined } as unknown as Element;
  mount(island)(Island, { name: 'x' }, { default: '<b></b>' });
  vi.unstubAllGlobals();
  const [node] = drawn;
  expect(isValidElement(node) && node.type).toBe(IslandBoundary);
  expect(isValidElement<{ children: ReactNode }>(node) && node.props.children).toMatchObject({ type: Island });
});
