// The page on cookies names what the code stores on a device, in every language; the console is for staff and not part of it.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as limits from '#domain/limits';
import { OFFLINE_CACHE, PUSH_WORKER } from '#domain/push';
import { DISMISSED } from '#lib/storage';

const STAFF = /^src\/(?:operator|server\/staff)\//;
const STORAGE = 'src/lib/storage.ts';
const root = process.cwd();
const files = new Map(
  ['src/**/*.{ts,tsx,js,astro}', 'public/*.js']
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => !STAFF.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const),
);
const filesWith = (pattern: RegExp): string[] =>
  [...files].filter(([, code]) => pattern.test(code)).map(([path]) => path);
const found = (code: string, pattern: RegExp): string[] =>
  [...code.matchAll(pattern)].flatMap((match) => match.slice(1).filter(Boolean));

const prefix = /const PREFIX = '([^']+)'/.exec(files.get(STORAGE) ?? '')?.[1] ?? '';

/** The kind of a storage key: the first literal in the expression, or in what it names. */
function kindOf(expression: string, code: string): string {
  const literal = /['`]([a-z][a-z-]*)/.exec(expression)?.[1];
  if (literal) return literal;
  const name = /[A-Za-z]\w*/.exec(expression)?.[0] ?? '';
  if (name === 'DISMISSED') return DISMISSED.replace(':', '');
  const definition = new RegExp(`const ${name} =([^;]+);`).exec(code)?.[1];
  if (!definition) throw new Error(`Cannot tell what "${expression}" is called on the device.`);
  return kindOf(definition, code);
}

const keptNames = [...files]
  .filter(([path]) => path !== STORAGE)
  .flatMap(([, code]) =>
    found(code, /\bwriteStored\(((?:\([^()]*\)|[^(),])+)/g).map((each) => prefix + kindOf(each, code)),
  );

/** What the inline scripts keep without a prefix, by its own name. */
const inlineNames = [...files]
  .filter(([path]) => path.startsWith('src/layouts/inline/'))
  .flatMap(([, code]) => [
    ...found(code, /\b(?:store|localStorage)\.(\w+)|\bsave\('(\w+)'|(?:local|session)Storage\['([^']+)'\]/g),
    ...found(code, /document\.cookie = `(\w+)=/g),
  ]);

/** Cookies of the server are named by constants. */
const cookies = [...files]
  .filter(([path]) => path.startsWith('src/server/'))
  .flatMap(([, code]) => [...code.matchAll(/`\$\{([A-Z_]+)\.(\w+)\}=[^`]*(?:Max-Age|ttributes)/g)])
  .map(([, constant = '', field = '']) => {
    const values = (limits as unknown as Record<string, Record<string, string>>)[constant];
    return values?.[field] ?? `${constant}.${field}`;
  });

const worker = PUSH_WORKER.replace(/^\/|\?.*$/g, '');
const stored = [...new Set([...keptNames, ...inlineNames, ...cookies, OFFLINE_CACHE, worker])].sort();

const languages = readdirSync(join(root, 'locales')).filter((each) =>
  existsSync(join(root, 'locales', each, 'pages/cookies.md')),
);

test('SI11: the code stores on a device only by the ways whose names this test collects', () => {
  // The tab's storage is the console's and that of one inline script: no other code names it to the doorway.
  expect(filesWith(/sessionStorage/).sort()).toEqual(['src/layouts/inline/members.js', STORAGE]);
  expect(filesWith(/indexedDB|cookieStore|\.storage\.getDirectory/)).toEqual([]);
  expect(filesWith(/localStorage[.[]/).sort()).toEqual([
    'src/layouts/inline/members.js',
    'src/layouts/inline/visitor.js',
    STORAGE,
  ]);
  expect(filesWith(/document\.cookie = /).sort()).toEqual(['src/layouts/inline/shell.js', STORAGE]);
  const callers = filesWith(/\bsetCookie\(/).filter((path) => !path.startsWith('src/server/') && path !== STORAGE);
  expect(callers).toEqual(['src/stores/language.ts']);
  expect(filesWith(/\bcaches\s*\.open\(/).sort()).toEqual(['public/push-worker.js', 'src/lib/worker.ts']);
  expect(filesWith(/serviceWorker\.register\((?!PUSH_WORKER)/)).toEqual([]);
  expect(stored).toEqual(
    expect.arrayContaining(['auth.session', 'auth.hint', 'consent', 'entry', 'kept:draft', 'kept:reloaded', 'locale']),
  );
});

test.each(languages)('SI11: the page on cookies names all that is stored and nothing else, in %s', (language) => {
  const page = readFileSync(join(root, 'locales', language, 'pages/cookies.md'), 'utf8');
  expect(found(page, /\*\*([^*\s]+)\*\*/g).sort()).toEqual(stored);
});

test('SI11: the page on cookies exists in every language', () => {
  expect(languages).toHaveLength(11);
});
