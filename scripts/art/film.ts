// Renders the short film of each niche from its drawings: `node scripts/art/film.ts [niche…]`. Needs the program
// ffmpeg.
import { spawn } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { chapterStarts, FILM, filmLength } from '../../src/domain/film.ts';
import { listNiches, nightOf, readScenes, type Niche } from './niches.ts';
import { shotAt } from './motion.ts';

const SIZE = { width: 720, height: 540, rate: 25, bytes: 350_000 };
/** Seconds of the dissolve between two chapters, and of the fades from and to black. */
const DISSOLVE = 0.8;
const FADE = { in: 0.6, out: 1.3 };
const CODECS = {
  webm: (quality: number) => [
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '0',
    '-crf',
    String(quality),
    '-row-mt',
    '1',
    '-cpu-used',
    '2',
  ],
  mp4: (quality: number) => [
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-crf',
    String(quality - 8),
    '-movflags',
    '+faststart',
  ],
};

const shot = (svg: string, at: number): Promise<Buffer> =>
  sharp(Buffer.from(shotAt(svg, at, SIZE.width, SIZE.width / SIZE.height)))
    .flatten({ background: '#000' })
    .removeAlpha()
    .raw()
    .toBuffer();

/** Blends `share` of another picture, or of one colour, over a picture. */
function lay(picture: Buffer, over: Buffer | readonly number[], share: number): void {
  for (let at = 0; at < picture.length; at++) {
    const value = over.length === 3 ? (over[at % 3] ?? 0) : (over[at] ?? 0);
    picture[at] = Math.round((picture[at] ?? 0) * (1 - share) + value * share);
  }
}

async function frame(scenes: readonly string[], night: readonly number[], time: number): Promise<Buffer> {
  const chapter = Math.min(FILM.chapters - 1, Math.floor(time / FILM.seconds));
  const within = (index: number): number => (time - (chapterStarts[index] ?? 0) + DISSOLVE) / (FILM.seconds + DISSOLVE);
  const picture = await shot(scenes[chapter] ?? '', within(chapter));
  const left = FILM.seconds * (chapter + 1) - time;
  if (left < DISSOLVE && chapter + 1 < FILM.chapters)
    lay(picture, await shot(scenes[chapter + 1] ?? '', within(chapter + 1)), 1 - left / DISSOLVE);
  const dark = Math.max(1 - time / FADE.in, 1 - (filmLength - 0.2 - time) / FADE.out, 0);
  if (dark > 0) lay(picture, night, Math.min(1, dark));
  return picture;
}

/** Encodes raw frames into one file; resolves when the encoder has ended. */
async function encode(frames: readonly Buffer[], file: string, codec: readonly string[]): Promise<void> {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${SIZE.width}x${SIZE.height}`, '-r', String(SIZE.rate)];
  const args = [...raw, '-i', '-', ...codec, '-pix_fmt', 'yuv420p', '-an', '-y', file];
  const encoder = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const done = new Promise<void>((resolve, reject) => {
    encoder.on('error', reject);
    encoder.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with code ${code}`))));
  });
  await pipeline(frames, encoder.stdin);
  await done;
}

async function makeFilm(niche: Niche): Promise<void> {
  const scenes = readScenes(niche);
  if (scenes.length < FILM.chapters) return console.log(`${niche.name}: too few scenes, no film`);
  const night = nightOf(niche);
  const frames: Buffer[] = [];
  for (let at = 0; at < filmLength * SIZE.rate; at++) frames.push(await frame(scenes, night, at / SIZE.rate));
  mkdirSync(join(niche.out, 'film'), { recursive: true });
  for (const [ending, codec] of Object.entries(CODECS)) {
    const file = join(niche.out, 'film', `film.${ending}`);
    for (let quality = 36; quality < 52; quality += 4) {
      await encode(frames, file, codec(quality));
      if (statSync(file).size <= SIZE.bytes) break;
    }
    console.log(`${niche.name}: film.${ending} ${statSync(file).size} bytes`);
  }
}

for (const niche of listNiches(process.argv.slice(2))) await makeFilm(niche);
