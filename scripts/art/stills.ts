// Draws the stills of the two film landers from each niche's scenes: `node scripts/art/stills.ts [niche…]`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { listNiches, readScenes, type Niche } from './niches.ts';
import { MOMENT, sceneAt, shotAt } from './motion.ts';
import { avifWithin } from './within.ts';

/** The first still and the poster are inlined in the document; the others load later. */
const FIRST = { width: 540, height: 675, bytes: 3_600 };
const LATER = { width: 864, height: 1080, bytes: 12_000 };
const POSTER = { width: 560, bytes: 3_400 };
const THUMB = { width: 240, bytes: 1_800 };
const FILM_RATIO = 4 / 3;

async function save(
  niche: Niche,
  file: string,
  svg: string,
  width: number,
  height: number,
  bytes: number,
): Promise<void> {
  const drawn = sharp(Buffer.from(svg), { density: 144 }).resize(width, height).flatten({ background: '#000' });
  const png = await drawn.png().toBuffer();
  const avif = await avifWithin(bytes, png, 6);
  writeFileSync(join(niche.out, 'film', file), avif);
  console.log(`${niche.name}: ${file} ${avif.length} bytes`);
}

for (const niche of listNiches(process.argv.slice(2))) {
  mkdirSync(join(niche.out, 'film'), { recursive: true });
  for (const [at, scene] of readScenes(niche).entries()) {
    const { width, height, bytes } = at === 0 ? FIRST : LATER;
    await save(niche, `still-${at + 1}.avif`, sceneAt(scene, at === 0 ? 0 : MOMENT), width, height, bytes);
    const framed = shotAt(scene, MOMENT, POSTER.width, FILM_RATIO);
    await save(niche, `frame-${at + 1}.avif`, framed, THUMB.width, THUMB.width / FILM_RATIO, THUMB.bytes);
    if (at === 0) await save(niche, 'poster.avif', framed, POSTER.width, POSTER.width / FILM_RATIO, POSTER.bytes);
  }
}
