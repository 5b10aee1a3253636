// Checks every colour pair of every niche, light and dark, with the WCAG 2.2 formula; lists the failing pairs.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileString } from 'sass';

type Colours = ReadonlyMap<string, string>;
type Pair = readonly [mark: string, ground: string, minimum: number];
type Channels = [red: number, green: number, blue: number, alpha: number];

const NICHES = join(dirname(fileURLToPath(import.meta.url)), '..', 'niches');
const MODES = ['light', 'dark'] as const;
const TEXT = 4.5;
const MARK = 3;

const on = (minimum: number, marks: string[], grounds: string[]): Pair[] =>
  marks.flatMap((mark) => grounds.map((ground): Pair => [mark, ground, minimum]));

const PAIRS: readonly Pair[] = [
  ...on(TEXT, ['text'], ['bg', 'surface', 'sunken', 'raised']),
  ...on(TEXT, ['muted', 'primary-text'], ['bg', 'surface', 'sunken']),
  ...on(TEXT, ['on-primary'], ['primary', 'primary-hover', 'primary-active']),
  ...on(TEXT, ['secondary-text'], ['bg', 'surface']),
  ...on(TEXT, ['success-text', 'danger-text'], ['surface']),
  ...['primary', 'secondary', 'success'].flatMap((name) => on(TEXT, [`${name}-subtle-text`], [`${name}-subtle`])),
  ...['secondary', 'success', 'danger', 'unread', 'night'].flatMap((name) => on(TEXT, [`on-${name}`], [name])),
  ['danger-text', 'danger-subtle', TEXT],
  ['on-night', 'scrim', TEXT],
  ...on(MARK, ['primary', 'control'], ['bg', 'surface']),
  ['unread', 'surface', MARK],
  ['accent', 'night', TEXT],
];

function channels(value: string): Channels {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1];
  if (hex !== undefined) {
    const six = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    const part = (from: number): number => Number.parseInt(six.slice(from, from + 2), 16);
    return [part(0), part(2), part(4), 1];
  }
  const numbers =
    /^rgba?\(([^)]+)\)$/
      .exec(value)?.[1]
      ?.split(/[\s,/]+/)
      .map(Number) ?? [];
  const [red, green, blue, alpha = 1] = numbers;
  if (red === undefined || green === undefined || blue === undefined || numbers.some(Number.isNaN)) {
    throw new Error(`"${value}" is not a colour this check can read: write it as #rrggbb or rgba()`);
  }
  return [red, green, blue, alpha];
}

function luminance(value: string): number {
  const [red, green, blue, alpha] = channels(value);
  const linear = (channel: number): number => {
    const part = (channel * alpha + 255 * (1 - alpha)) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG 2.2 contrast ratio of two colours, 1 to 21; a translucent colour is taken over white. */
export function contrastRatio(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The two colour maps of a niche, as Sass compiles them. */
function readColours(folder: string): Record<(typeof MODES)[number], Colours> {
  const emit = MODES.map((mode) => `.${mode}{@each $k,$v in niche.$${mode}{--#{$k}:#{$v};}}`).join('');
  const { css } = compileString(`@use 'variables' as niche;${emit}`, {
    loadPaths: [folder],
    url: pathToFileURL(join(folder, 'check.scss')),
  });
  const block = (mode: string): Colours => {
    const body = new RegExp(`\\.${mode} \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
    return new Map(
      [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, key = '', value = '']) => [key, value.trim()]),
    );
  };
  return { light: block('light'), dark: block('dark') };
}

function failures(niche: string, mode: string, colours: Colours): string[] {
  return PAIRS.flatMap(([mark, ground, minimum]) => {
    const [first, second] = [colours.get(mark), colours.get(ground)];
    if (first === undefined || second === undefined) {
      return [`${niche} ${mode}: ${first === undefined ? mark : ground} is missing`];
    }
    const ratio = contrastRatio(first, second);
    return ratio >= minimum
      ? []
      : [`${niche} ${mode}: ${mark} on ${ground} is ${ratio.toFixed(2)}, must be at least ${minimum}`];
  });
}

/** One line per failing pair, over every folder in niches/; empty when all pass. */
export function checkContrast(): string[] {
  const niches = readdirSync(NICHES).filter((name) => existsSync(join(NICHES, name, '_variables.scss')));
  if (niches.length === 0) return ['niches/ holds no _variables.scss to check'];
  return niches.flatMap((niche) => {
    const colours = readColours(join(NICHES, niche));
    return MODES.flatMap((mode) => failures(niche, mode, colours[mode]));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = checkContrast();
  console.log(lines.length === 0 ? `contrast: ${PAIRS.length} pairs per niche and mode hold` : lines.join('\n'));
  process.exitCode = lines.length === 0 ? 0 : 1;
}
