// Loads the font packages, which are not dependencies of the project, from the given folder, and declares the types
// used.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

export type Axes = Record<string, number>;
type SubsetOptions = { targetFormat: 'sfnt' | 'woff2'; variationAxes?: Axes };
export type Glyph = { unicode?: number[]; contours?: { x: number; y: number }[][] };
type Editable = { get(): { glyf: Glyph[] }; write(options: object): ArrayBuffer };
type Measured = {
  unitsPerEm: number;
  ascent: number;
  descent: number;
  lineGap: number;
  hasGlyphForCodePoint(code: number): boolean;
  glyphForCodePoint(code: number): { advanceWidth: number };
};

export type FontTools = {
  path(file: string): string;
  subset(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;
  edit(font: Buffer, options: object): Editable;
  measure(font: Buffer): Measured;
};

const NEEDED = ['subset-font', 'fonteditor-core', 'fontkit'];

/** Throws a one-line message when a package is missing from `folder`/node_modules. */
export function loadFontTools(folder: string): FontTools {
  const require = createRequire(join(resolve(folder), 'from.js'));
  const load = (name: string): unknown => {
    try {
      return require(name);
    } catch {
      throw new Error(`"${name}" is not installed in ${folder}: npm install ${NEEDED.join(' ')} and the faces there.`);
    }
  };
  const editor = load('fonteditor-core') as { createFont: FontTools['edit'] };
  const kit = load('fontkit') as { create: FontTools['measure'] };
  return {
    path: (file) => join(resolve(folder), 'node_modules', file),
    subset: load('subset-font') as FontTools['subset'],
    edit: (font, options) => editor.createFont(font, options),
    measure: (font) => kit.create(font),
  };
}
