// Every wall of the import table, every doorway and every style rule is enforced.
import { ESLint } from 'eslint';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const eslint = new ESLint({ cwd: root });
async function lint(path: string, code: string): Promise<string> {
  const [result] = await eslint.lintText(`// Stands in for a real file.\n${code}\n`, { filePath: join(root, path) });
  return (result?.messages ?? []).map((message) => message.message).join('\n');
}

describe('walls', () => {
  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['src/contract/x.ts', "import '#domain/credits';", /zod schemas only/],
    ['src/contract/x.ts', "import 'hono';", /zod schemas only/],
    ['src/domain/x.ts', "import 'node:fs';", /rules are pure/],
    ['src/domain/x.ts', 'export const x = () => fetch("/");', /rules are pure/],
    ['src/html/x.ts', "import '#domain/routes';", /markup as text/],
    ['src/i18n/x.ts', "import '#site/load';", /texts into words/],
    ['src/site/x.ts', "import '#server/config/index';", /only reads and checks/],
    ['src/lib/x.ts', "import '#stores/session';", /doorway knows no behaviour/],
    ['src/stores/x.ts', "import 'react';", /no React and no DOM/],
    ['src/operator/x.ts', "import '#stores/session';", /none of its state/],
    ['src/operator/x.ts', 'export const x = () => fetch("/");', /none of its state/],
    ['src/features/chats/x.ts', "import '../../operator/asked';", /draw a store/],
    ['src/stores/x.ts', 'export const x = () => document.title;', /no React and no DOM/],
    ['src/ui/X.tsx', "import '#stores/session';", /take props, give events/],
    ['src/ui/X.tsx', "import '#lib/api';", /take props, give events/],
    ['src/features/chats/X.tsx', "import '../likes/Y.tsx';", /never import each other/],
    ['src/features/chats/X.tsx', "import '#features/likes/Y';", /draw a store/],
    [
      'src/features/chats/X.tsx',
      "import { chats } from '#contract/chats'; export const x = chats;",
      /Types may be imported/,
    ],
    ['src/layouts/X.astro', "---\nimport '#server/app';\n---", /through the contract only/],
    ['src/pages/x.astro', "---\nimport '../server/app.ts';\n---", /names its layout/],
    ['src/server/modules/x.ts', "import '#stores/session';", /shares contract, domain, html, i18n and site/],
    ['src/server/modules/x.ts', "import '../../lib/api.ts';", /shares contract, domain, html, i18n and site/],
    ['src/stores/x.ts', "import '../server/app.ts';", /no React and no DOM/],
    ['src/stores/x.ts', "export const x = () => import('#server/app');", /no React and no DOM/],
    ['src/stores/x.ts', "import '#tests/support/server';", /no React and no DOM/],
  ];
  test.each(refused)('%s may not contain %s', async (path, code, message) => {
    expect(await lint(path, code)).toMatch(message);
  });

  const allowed: readonly (readonly [string, string])[] = [
    ['src/features/chats/X.tsx', "import type { Chat } from '#contract/chats';\nexport type X = Chat;"],
    ['src/stores/x.ts', "import './session.ts';\nimport '#lib/api';\nimport 'nanostores';"],
    ['src/server/modules/x.ts', "import '../ledger.ts';\nimport '#domain/credits';\nimport 'hono/cookie';"],
    ['src/ui/X.tsx', "import './Y.tsx';\nimport '#lib/i18n';"],
  ];
  test.each(allowed)('%s may contain %s', async (path, code) => {
    expect(await lint(path, code)).toBe('');
  });
});

describe('doorways', () => {
  const doors: readonly (readonly [string, string, string])[] = [
    ["import 'ofetch';", 'src/lib/live.ts', 'src/lib/api.ts'],
    ["import 'i18next';", 'src/lib/i18n.ts', 'src/i18n/x.ts'],
    ["import 'pg';", 'src/server/modules/x.ts', 'src/server/db/x.ts'],
    ["export const x = () => new EventSource('/');", 'src/lib/api.ts', 'src/lib/live.ts'],
    ["export const x = () => localStorage.getItem('x');", 'src/features/x/X.tsx', 'src/lib/storage.ts'],
    ["export const x = () => window.localStorage.getItem('x');", 'src/features/x/X.tsx', 'src/lib/storage.ts'],
    ['export const x = () => Date.now();', 'src/domain/x.ts', 'src/lib/clock.ts'],
    ['export const x = () => new Date();', 'src/server/modules/x.ts', 'src/server/context.ts'],
    ['export const x = 86_400_000;', 'src/server/modules/x.ts', 'src/domain/durations.ts'],
    ['export const x = () => process.env;', 'src/server/modules/x.ts', 'src/server/config/index.ts'],
  ];
  test.each(doors)('%s not in %s but in %s', async (code, closed, open) => {
    expect(await lint(closed, code)).toContain('One doorway');
    expect(await lint(open, code)).toBe('');
  });

  const style: readonly (readonly [string, string, RegExp])[] = [
    ['src/server/modules/x.ts', 'export const seen = new Map<string, string>();', /No state/],
    ['src/server/modules/x.ts', 'let seen = 0;\nexport const next = () => ++seen;', /No state/],
    ['src/domain/x.ts', 'export default 1;', /Export it by name/],
    ['src/domain/x.ts', 'export enum X { A }', /union of literals/],
    ['src/domain/x.ts', 'export const x = (y: any) => y as string;', /any/],
    ['src/domain/x.ts', 'const x = 1;', /never used/],
    ['src/ui/X.tsx', 'export const X = () => <p>Hello</p>;', /Move "Hello"/],
    ['src/ui/X.tsx', "export const X = ({ on }: { on: boolean }) => <p>{on ? 'Open' : '–'}</p>;", /Move "Open"/],
    ['src/ui/X.tsx', 'export const X = () => <img alt="A cat" />;', /Move "A cat"/],
    ['src/ui/X.tsx', 'export const X = () => <a aria-label={`Go ${1}`} />;', /Move "Go"/],
    ['src/layouts/X.astro', '---\n---\n<p title="Help">{1}</p>', /Move "Help"/],
    ['src/layouts/X.astro', '---\n---\n<p>Welcome</p>', /Move "Welcome"/],
    ['src/lib/x.ts', "export const x = (y: HTMLElement) => { y.textContent = 'Gone'; };", /Move "Gone"/],
    [
      'tests/e2e/x.spec.ts',
      'export const x = (page: Page) => page.waitForTimeout(400);',
      /Wait for what the test needs/,
    ],
    ['tests/e2e/x.spec.ts', "export const x = (page: Page) => page.waitForLoadState('networkidle');", /Wait for what/],
    ['tests/api/x.test.ts', "export const x = process.env['FULL'];", /Import isFull/],
  ];
  test.each(style)('%s may not contain %s', async (path, code, message) => {
    expect(await lint(path, code)).toMatch(message);
  });

  test('symbols, digits, and texts from locales are no hard-coded text', async () => {
    expect(
      await lint('src/ui/X.tsx', "export const X = ({ t }: { t: string }) => <p title={t}>{t} · 24 × &nbsp;{'→'}</p>;"),
    ).toBe('');
  });
});

describe('text beside other children', () => {
  const OWN = /Text that changes stands alone/;
  const file = (body: string): Promise<string> => lint('src/ui/X.tsx', body);
  const given = (type: string, drawn: string): Promise<string> =>
    file(
      `interface Props { x: ${type}; n: number }\nexport const X = ({ x, n }: Props) => ${drawn};\nexport type N = Props['n'];`,
    );

  test.each([
    ['a name', 'string', '<p><b>{n}</b> {x}</p>'],
    ['a member', '{ text: string }', '<p>{x.text} <b>{n}</b></p>'],
    ['a call', '() => string', '<p>{x()}<b>{n}</b></p>'],
    ['a template', 'string', '<p>{`${x} · ${n}`}<i /></p>'],
    ['a choice', 'string', '<p><i />{n ? x : null}</p>'],
    ['what has no type of elements', 'ReactNode', '<p><i />{x}</p>'],
    ['text beside what comes and goes', 'string', '<p>{x}{n > 0 && <i />}</p>'],
    ['a sign beside what comes and goes', 'string', '<p>{n > 0 && <i>{x}</i>} · </p>'],
    ['text that comes and goes', 'string', '<p>{x}{n > 0 && x}</p>'],
    ['text in a fragment', 'string', '<><i />{x}{n}</>'],
    ['a fragment of text', 'string', '<p>{n > 0 && <>{x} · </>}<i /></p>'],
    ['text among the children of a component', 'string', '<Notice>{x} <a href="#x">{n}</a></Notice>'],
    ['a list of texts', 'string[]', '<p><i />{x.map((each) => each)}</p>'],
  ])('%s is refused', async (_, type, drawn) => {
    expect(await given(type, drawn)).toMatch(OWN);
  });

  test.each([
    ['text alone', 'string', '<p>{n > 0 && x}</p>'],
    ['text beside text', 'string', '<p>{x} · {n}</p>'],
    ['text in elements of its own', 'string', '<p><span>{x}</span> {n > 0 && <b>{n}</b>}</p>'],
    ['what has a type of elements', 'Elements', '<p><b>{n}</b>{x}</p>'],
    ['an optional part of the type of elements', 'string; y?: Elements', '<p><i />{x && <b>{n}</b>}</p>'],
    ['a list of elements', 'string[]', '<ul>{x.map((each) => <li key={each}>{each}</li>)}<li>{n}</li></ul>'],
    ['an option, which takes no elements', 'string', '<option>{x}{n > 0 && x}</option>'],
  ])('%s is fine', async (_, type, drawn) => {
    expect(await given(type, drawn)).toBe('');
  });

  test('what a name of the file stands for is known', async () => {
    const props = 'interface Props { isOn: boolean; part: Elements; text: string }';
    const drawn = (before: string): Promise<string> =>
      file(
        `${props}\nexport const Words = () => t('x');\nexport const Part = () => <b />;\nexport function X(props: Props) {\n${before}\n}`,
      );
    expect(await drawn('const { part } = props; return <p><i />{part}</p>;')).toBe('');
    expect(await drawn('const { text } = props; return <p><i />{text}</p>;')).toMatch(OWN);
    expect(await drawn('const part = props.isOn && <b />; return <p><i />{part}<Part /></p>;')).toBe('');
    expect(await drawn("const part = props.isOn ? t('x') : <b />; return <p><i />{part}</p>;")).toMatch(OWN);
    expect(await drawn('return <p><i /><Words /></p>;')).toMatch(OWN);
    expect(await drawn('const deep = () => (props.isOn ? deep() : <b />); return <p><i />{deep()}</p>;')).toBe('');
  });
});
