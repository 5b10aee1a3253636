// Draws the 1200 × 630 picture for shared links: the logo on its background, the hero in its shape.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Niche } from './niches.ts';

/**
 * The content of art/pictures.json: colours, the icon's corner in 48ths, paths in a 640 × 630 box, `top` in percent cut
 * off; `box` is left, top and width in a scene.
 */
export type Pictures = {
  mark: string;
  tile: string;
  corner: number;
  share: { ground: string; ink: string; logo: string; clip: string; under: string; zoom: number; top: number };
  campaigns: Record<string, { scene: string; box: number[] }>;
};

const WIDTH = 1200;
const HEIGHT = 630;
const BOX = { left: 560, width: 640 };
const LOGO = { left: 80, width: 420 };

/** The drawing (4:5) at `zoom` of the box's width. If it is too tall, `top` percent is cut off above. */
async function crop(svg: Buffer, { zoom, top }: Pictures['share']): Promise<Buffer> {
  const width = Math.round(BOX.width * zoom);
  const whole = await sharp(svg, { density: 144 })
    .resize(width, Math.round(width * 1.25), { fit: 'cover' })
    .png()
    .toBuffer();
  const height = Math.min(HEIGHT, Math.round(width * 1.25));
  const from = Math.round(((width * 1.25 - height) * top) / 100);
  return sharp(whole).extract({ left: 0, top: from, width, height }).png().toBuffer();
}

/** A sharp image, not encoded yet. */
export async function drawShare(niche: Niche, svg: Buffer, { share }: Pictures): Promise<Sharp> {
  const picture = (await crop(svg, share)).toString('base64');
  const logo = readFileSync(join(niche.out, share.logo), 'utf8').replaceAll('currentColor', share.ink);
  const wordmark = await sharp(Buffer.from(logo), { density: 900 }).resize({ width: LOGO.width }).png().toBuffer();
  const { height } = await sharp(wordmark).metadata();
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${share.ground}"/><g transform="translate(${BOX.left})"><clipPath id="c"><path d="${share.clip}"/></clipPath>${share.under}<g clip-path="url(#c)"><image x="${(BOX.width * (1 - share.zoom)) / 2}" width="${BOX.width * share.zoom}" height="${HEIGHT}" xlink:href="data:image/png;base64,${picture}"/></g></g></svg>`;
  return sharp(Buffer.from(ground))
    .composite([{ input: wordmark, left: LOGO.left, top: Math.round((HEIGHT - height) / 2) }])
    .flatten({ background: share.ground });
}
