// Converts the two tables of eslint.config.js, permitted imports and doorways, into ESLint configuration.
import type { Linter } from 'eslint';

/** One part of src/: see MAY_IMPORT in eslint.config.js. */
interface Part {
  readonly parts: readonly string[];
  readonly only?: readonly string[];
  readonly types?: readonly string[];
  readonly packages: readonly string[];
  readonly globals?: readonly string[];
  readonly instead: string;
}

/** An external dependency and the only files that may use it: see DOORWAYS in eslint.config.js. */
interface Doorway {
  readonly at: readonly string[];
  readonly packages?: readonly string[];
  readonly globals?: readonly string[];
  readonly selectors?: readonly string[];
  readonly say: string;
}

type Parts = Readonly<Record<string, Part>>;
type Doorways = Readonly<Record<string, Doorway>>;
interface Pattern {
  readonly regex: string;
  readonly message: string;
  readonly allowTypeImports?: boolean;
}

const always = [
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals or an `as const` array instead of an enum.' },
];
const noDefault = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export it by name: default exports are for pages and tool configuration.',
};
const noModuleState = [
  "[kind='let']",
  ' > VariableDeclarator > NewExpression.init[callee.name=/^(Map|Set|WeakMap|WeakSet|Array)$/][arguments.length=0]',
  ' > VariableDeclarator > ArrayExpression.init[elements.length=0]',
  ' > VariableDeclarator > ObjectExpression.init[properties.length=0]',
].map((rest) => ({
  selector: `:matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration${rest}`,
  message: 'No state in a server module: one process serves all brands. Keep it in the context, keyed by tenant.',
}));

// Patterns are written without a slash, because a selector's regular expression cannot contain one.
const escaped = (name: string): string => name.replaceAll('/', '\\x2F');
const named = (names: readonly string[]): string =>
  names.map((name) => (name.endsWith(':') ? name : `${escaped(name)}(?:\\x2F|$)`)).join('|');

/** The forbidden imports of a part. */
function patternsOf(name: string, { parts, only, types = [], packages, instead }: Part, all: Parts): Pattern[] {
  const message = `src/${name} may not import this: ${instead}.`;
  const typed = types.map((each) => `#${each}`);
  const open = named([...(only ?? parts).map((each) => `#${each}`), ...packages, ...typed]);
  const others = [...Object.keys(all), 'scripts', 'tests']
    .filter((each) => each !== name || name === 'features')
    .join('|');
  return [
    { regex: `^(?!\\.|${open || '$'})`, message },
    {
      regex: `^(?:\\.\\x2F)?(?:\\.\\.\\x2F)+(?:src\\x2F)?(?:${others})\\x2F`,
      message: `${message} Parts go by their # name.`,
    },
    ...(typed.length > 0
      ? [{ regex: `^(?:${named(typed)})`, message: `${message} Types may be imported.`, allowTypeImports: true }]
      : []),
  ];
}

/** The rules of one part, with some doorways opened and more walls added. */
function rulesOf(
  name: string,
  part: Part,
  tables: { parts: Parts; doorways: Doorways },
  { opened = [], more = [] }: Extra = {},
): Linter.RulesRecord {
  const closed = Object.entries(tables.doorways)
    .filter(([door]) => !opened.includes(door))
    .map(([, door]) => ({ ...door, message: `One doorway: ${door.say}` }));
  const doorPatterns = closed.flatMap(({ packages, message }) =>
    packages ? [{ regex: `^(?:${packages.map(escaped).join('|')})$`, message }] : [],
  );
  const patterns = [...patternsOf(name, part, tables.parts), ...doorPatterns, ...more];
  const doorGlobals = closed.flatMap(({ globals = [], message }) => globals.map((each) => ({ name: each, message })));
  const ownGlobals = (part.globals ?? []).map((each) => ({
    name: each,
    message: `src/${name} may not use this: ${part.instead}.`,
  }));
  return {
    'no-restricted-imports': ['error', { patterns }],
    'no-restricted-globals': ['error', ...doorGlobals, ...ownGlobals],
    'no-restricted-syntax': [
      'error',
      ...always,
      ...(name === 'pages' ? [] : [noDefault]),
      ...(name === 'server' ? noModuleState : []),
      ...patterns.map(({ regex, message }) => ({ selector: `ImportExpression[source.value=/${regex}/]`, message })),
      ...closed.flatMap(({ selectors = [], message }) => selectors.map((selector) => ({ selector, message }))),
      ...doorGlobals.map((each) => ({
        selector: `MemberExpression[object.name=/^(window|globalThis|self)$/][property.name='${each.name}']`,
        message: each.message,
      })),
    ],
  };
}
interface Extra {
  readonly opened?: readonly string[];
  readonly more?: readonly Pattern[];
}

const code = (folder: string, depth = '**/*'): string[] => [
  `${folder}/${depth}.{ts,tsx,astro,mjs}`,
  `${folder}/${depth}.astro/*.{ts,js}`,
];

/** ESLint configuration that enforces both tables, and the selectors that the rest of the project shares. */
export function wallsOf(
  parts: Parts,
  doorways: Doorways,
): { walled: Linter.Config[]; always: typeof always; noDefault: typeof noDefault } {
  const tables = { parts, doorways };
  const rules = (name: string, extra?: Extra): Linter.RulesRecord => {
    const part = parts[name];
    if (!part) throw new Error(`MAY_IMPORT has no part "${name}".`);
    return rulesOf(name, part, tables, extra);
  };
  const sideways = {
    regex: '^\\.\\.\\x2F',
    message: `Features never import each other: ${parts['features']?.instead}.`,
  };
  const doors = [...new Set(Object.values(doorways).flatMap((door) => door.at))].map((path) => {
    const opened = Object.entries(doorways).flatMap(([door, { at }]) => (at.includes(path) ? [door] : []));
    return {
      files: path.endsWith('/**') ? code(path.slice(0, -3)) : [path],
      rules: rules(path.split('/')[1] ?? '', { opened }),
    };
  });
  const walled: Linter.Config[] = [
    ...Object.keys(parts).map((name) => ({ files: code(`src/${name}`), rules: rules(name) })),
    { files: code('src/features', '*/*'), rules: rules('features', { more: [sideways] }) },
    ...doors,
  ];
  return { walled, always, noDefault };
}
