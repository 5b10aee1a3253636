// Subsets each niche's display face (art/font.json) to the letters in use. Needs subset-font, fonteditor-core, fontkit
// and the faces installed in the folder given: node scripts/art/fonts.ts FOLDER [niche…]
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadFontTools, type Axes, type FontTools, type Glyph } from './font-tools.ts';
import { listNiches, readArt, type Niche } from './niches.ts';

type Fallback = { map: string; local: string[]; measured: string };
type FontData = { package: string; latin: string; extended: string; axes: Axes; fallbacks: Fallback[] };

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const LATIN_1 = Array.from({ length: 64 }, (_, i) => String.fromCharCode(0xc0 + i)).join('');
const LATIN = `${ASCII}${LATIN_1}\u00a0¡¿«»·ªº°£€Œœ‘’‚“”„–—…`;
const EXTENDED = 'ŸĄąĆćĘęŁłŃńŚśŹźŻż';
/** Grid steps to the em to which outlines are rounded: finer ones cost bytes and are invisible at a heading's size. */
const GRID = 500;
const BUDGET = 16_000;
// Relative letter frequencies over all languages, written as text: the letters that headings and names mostly use.
const USUAL = `${' '.repeat(34)}${'eeeeeeeeeeeeeenaiirrttssoonnaaelldduumkgvhpc'.repeat(4)}EANSTLMKbjyfwzåäöéø`;

async function cut(tools: FontTools, data: FontData): Promise<Buffer> {
  const part = (file: string, text: string): Promise<Buffer> =>
    tools.subset(readFileSync(tools.path(`${data.package}/files/${file}`)), text, {
      targetFormat: 'sfnt',
      variationAxes: data.axes,
    });
  const options = { type: 'ttf', kerning: true, hinting: false };
  const face = tools.edit(await part(data.latin, LATIN), options);
  const extended = tools.edit(await part(data.extended, EXTENDED), { ...options, compound2simple: true });
  // The packages split basic and extended Latin over two files. Appending keeps the glyph numbers that kerning and
  // accented letters use.
  face.get().glyf.push(...extended.get().glyf.filter(({ unicode }) => unicode?.some((code) => code > 0xff)));
  putOnGrid(face.get().glyf, tools.measure(Buffer.from(face.write(options))).unitsPerEm / GRID);
  return Buffer.from(face.write(options));
}

function putOnGrid(glyphs: readonly Glyph[], step: number): void {
  for (const glyph of glyphs) {
    const points = (glyph.contours ?? []).flat();
    for (const point of points)
      for (const axis of ['x', 'y'] as const) point[axis] = Math.round(Math.round(point[axis] / step) * step);
    if (points.length === 0) continue;
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [xMin, yMin] = [Math.min(...xs), Math.min(...ys)];
    // Otherwise they would be stored beside the outlines that say the same.
    Object.assign(glyph, { xMin, yMin, xMax: Math.max(...xs), yMax: Math.max(...ys), leftSideBearing: xMin });
  }
}

function averageWidth(font: ReturnType<FontTools['measure']>): number {
  const widths = [...USUAL].map((letter) => font.glyphForCodePoint(letter.codePointAt(0) ?? 32).advanceWidth);
  return widths.reduce((sum, width) => sum + width, 0) / widths.length / font.unitsPerEm;
}

/** The Sass map that gives a local face the metrics of the niche's face, so that the font swap shifts nothing. */
function fallbackMap(tools: FontTools, face: ReturnType<FontTools['measure']>, fallback: Fallback): string {
  const adjust = averageWidth(face) / averageWidth(tools.measure(readFileSync(tools.path(fallback.measured))));
  const percent = (value: number): string => `${(value * 100).toFixed(2)}%`;
  const line = (value: number): string => percent(value / face.unitsPerEm / adjust);
  return [
    `${fallback.map}: ${fallback.local.join(', ')}; size-adjust: ${percent(adjust)}; ascent-override: ${line(face.ascent)};`,
    `descent-override: ${line(-face.descent)}; line-gap-override: ${line(face.lineGap)}`,
  ].join(' ');
}

async function write(tools: FontTools, niche: Niche): Promise<void> {
  const data = readArt<FontData>(niche, 'font.json');
  const face = await cut(tools, data);
  const small = await tools.subset(face, LATIN + EXTENDED, { targetFormat: 'woff2' });
  const measured = tools.measure(face);
  const missing = [...LATIN, ...EXTENDED].filter(
    (letter) => !measured.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );
  mkdirSync(join(niche.out, 'fonts'), { recursive: true });
  writeFileSync(join(niche.out, 'fonts', 'display.woff2'), small);
  copyFileSync(tools.path(`${data.package}/LICENSE`), join(niche.out, 'fonts', 'OFL.txt'));
  console.log(`${niche.name}: ${small.length} bytes${small.length > BUDGET ? ' OVER BUDGET' : ''}`);
  if (missing.length > 0) console.log(`  missing: ${missing.join(' ')}`);
  for (const fallback of data.fallbacks) console.log(`  ${fallbackMap(tools, measured, fallback)}`);
}

const [folder = '.', ...only] = process.argv.slice(2);
try {
  const tools = loadFontTools(folder);
  for (const niche of listNiches(only)) await write(tools, niche);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
