// Draws the opening picture of each campaign from the scenes named in each niche's art/pictures.json: `node
// scripts/art/campaigns.ts [niche…]`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { MOMENT, sceneAt } from './motion.ts';
import { listNiches, readArt } from './niches.ts';
import type { Pictures } from './share.ts';
import { avifWithin } from './within.ts';

/** Small enough to be inlined in any lander's document as it is (scripts/build/previews.ts). */
const OPENING = { width: 560, height: 451, bytes: 3_000 };

for (const niche of listNiches(process.argv.slice(2)))
  for (const [slug, { scene, box }] of Object.entries(readArt<Pictures>(niche, 'pictures.json').campaigns)) {
    const svg = sceneAt(readFileSync(join(niche.art, scene), 'utf8'), MOMENT);
    const [left = 0, top = 0, width = 720] = box;
    const height = Math.round((width * OPENING.height) / OPENING.width);
    const drawn = sharp(Buffer.from(svg), { density: 144 }).resize(720, 900).flatten({ background: '#000' });
    const png = await sharp(await drawn.png().toBuffer())
      .extract({ left, top, width, height })
      .resize(OPENING.width, OPENING.height)
      .png()
      .toBuffer();
    const avif = await avifWithin(OPENING.bytes, png, 8);
    writeFileSync(join(niche.out, `${slug}.avif`), avif);
    console.log(`${niche.name}: ${slug}.avif ${avif.length} bytes`);
  }
