// Draws the discreet icon of the installed app (src/domain/discreet.ts): a notebook, the same in every brand.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** `corner` is in 48ths of the side, `scale` the notebook's part of its usual size. */
const notebook = (corner: number, scale: number): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 48 48">
  <rect width="48" height="48" rx="${corner}" fill="#4b5a66"/>
  <g transform="translate(24 24) scale(${scale}) translate(-24 -24)">
    <rect x="12" y="8" width="25" height="32" rx="3" fill="#f4f1ea"/>
    <path d="M12 11a3 3 0 0 1 3-3h3v32h-3a3 3 0 0 1-3-3z" fill="#c9d2d8"/>
    <path d="M22 16h11M22 21.5h11M22 27h7" stroke="#4b5a66" stroke-width="1.8" stroke-linecap="round"/>
    <path d="M9.5 14h5M9.5 21h5M9.5 28h5M9.5 35h5" stroke="#f4f1ea" stroke-width="1.8" stroke-linecap="round"/>
  </g>
</svg>`;

const DRAWINGS = [
  { file: 'discreet-192.png', size: 192, svg: notebook(10, 1) },
  { file: 'discreet-512.png', size: 512, svg: notebook(10, 1) },
  // Phones mask it themselves: no rounded corner, and the notebook inside the circle that is always visible.
  { file: 'discreet-maskable-512.png', size: 512, svg: notebook(0, 0.75) },
];

for (const { file, size, svg } of DRAWINGS) {
  const png = sharp(Buffer.from(svg), { density: 144 }).resize(size, size).png({ palette: true, effort: 10 });
  writeFileSync(join('public', file), await png.toBuffer());
}
