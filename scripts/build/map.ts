// Makes a niche's map file: the drawing shared by all niches, with the niche's colours inlined, since a page's styles
// do not apply to an image.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileString } from 'sass';

/** The map as SVG; it follows the visitor's light or dark scheme. */
export function drawMap(root: string, niche: string): string {
  const { css } = compileString(`@import "niches/${niche}/variables"; @import "src/styles/map";`, {
    style: 'compressed',
    loadPaths: [root],
    silenceDeprecations: ['import', 'global-builtin'],
  });
  const drawing = readFileSync(join(root, 'src', 'layouts', 'landers', 'map.svg'), 'utf8');
  return drawing
    .replace(/<!--[\s\S]*?-->\s*/g, '')
    .replace(/>\s+</g, '><')
    .replace(/<svg[^>]*>/, (open) => `${open}<style>${css.replace(/^\uFEFF/, '').trim()}</style>`)
    .trim();
}
