// Renders every niche's drawings (art/hero.svg, public/mark.svg) into the pictures that its pages, icons and shares
// use.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { iconFile } from './ico.ts';
import { heroWindow, listNiches, readArt, type Niche } from './niches.ts';
import { drawShare, type Pictures } from './share.ts';
import { within } from './within.ts';

/**
 * On phones the hero is a low band: only the part that is visible there is kept, so that it can be inlined in the
 * document.
 */
const PHONE = { width: 720, height: 900, shown: 580, bytes: 4_500 };
const WIDE = { width: 1080, height: 1350, shown: 1350, bytes: 39_000 };
const SHARE_BYTES = 88_000;

async function hero(
  svg: Buffer,
  { width, height, shown, bytes }: typeof PHONE,
  at: number,
  from: number,
): Promise<Buffer> {
  const whole = await sharp(svg, { density: 144 })
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#000' })
    .png()
    .toBuffer();
  const drawn = sharp(whole).extract({ left: 0, top: Math.round((height - shown) * at), width, height: shown });
  return within(
    bytes,
    (quality) => drawn.clone().avif({ quality, effort: 8, chromaSubsampling: '4:2:0' }).toBuffer(),
    from,
  );
}

/** The mark on its tile: `share` is the mark's share of the side, `corner` is in 48ths of the side. */
function tile(mark: string, { tile: fill, corner }: { tile: string; corner: number }, share: number): string {
  const scale = (48 * share) / 32;
  const edge = (48 - 48 * share) / 2;
  const drawing = mark.replace(/<svg[^>]*>|<\/svg>/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 48 48"><rect width="48" height="48" rx="${corner}" fill="${fill}"/><g transform="translate(${edge} ${edge}) scale(${scale})">${drawing}</g></svg>`;
}

async function icons(niche: Niche, pictures: Pictures): Promise<void> {
  const png = (svg: string, size: number): Promise<Buffer> =>
    sharp(Buffer.from(svg), { density: 144 })
      .resize(size, size)
      .png({ palette: true, quality: 92, effort: 10 })
      .toBuffer();
  const save = (file: string, data: Buffer): void => writeFileSync(join(niche.out, file), data);
  const mark = readFileSync(join(niche.out, pictures.mark), 'utf8');
  const rounded = tile(mark, pictures, 0.68);
  save('icon-192.png', await png(rounded, 192));
  save('icon-512.png', await png(rounded, 512));
  // Phones mask these themselves: no rounded corner, and the mark inside the circle that is always visible.
  save('apple-touch-icon.png', await png(tile(mark, { ...pictures, corner: 0 }, 0.62), 180));
  save('icon-maskable-512.png', await png(tile(mark, { ...pictures, corner: 0 }, 0.5), 512));
  const small = await png(tile(mark, pictures, 0.8), 32);
  save('favicon-32.png', small);
  save('favicon.ico', iconFile(small, 32));
}

for (const niche of listNiches(process.argv.slice(2))) {
  const svg = readFileSync(join(niche.art, 'hero.svg'));
  const pictures = readArt<Pictures>(niche, 'pictures.json');
  const phone = await hero(svg, PHONE, heroWindow(niche), 56);
  const wide = await hero(svg, WIDE, 0, 74);
  const share = await drawShare(niche, svg, pictures);
  const jpeg = await within(SHARE_BYTES, (quality) => share.clone().jpeg({ quality, mozjpeg: true }).toBuffer(), 90);
  writeFileSync(join(niche.out, 'hero.avif'), phone);
  writeFileSync(join(niche.out, 'hero-wide.avif'), wide);
  writeFileSync(join(niche.out, 'share.jpg'), jpeg);
  await icons(niche, pictures);
  console.log(`${niche.name}: hero ${phone.length}, wide ${wide.length}, share ${jpeg.length} bytes`);
}
