// Draws pictures small enough to be inlined in a lander's document: portraits of example people, and opening pictures
// of campaigns.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Site } from '../../src/site/load.ts';
import type { Export } from './export.ts';
import { writeAtomically } from './write-atomically.ts';

/** Maximum bytes of each kind; a document with its styles leaves no more room. */
const MAX_BYTES = { portrait: 2500, opening: 2950 } as const;
/** The tolerance for encoders whose next run yields a larger file. */
const TOLERANCE = 70;

interface Preview {
  readonly from: string;
  readonly to: string;
  /** px */
  readonly width: number;
  /** bytes */
  readonly most: number;
}

const picturesOf = (root: string): string => join(root, 'demo', 'pictures');
const previewsOf = (root: string): string => join(root, '.cache', 'previews');

/** Draws what is missing or older than its source or this file, in the folder that pages read (src/site/pages.ts). */
export async function drawPreviews(root: string, site: Site): Promise<void> {
  mkdirSync(previewsOf(root), { recursive: true });
  const since = drawnSince(previewsOf(root));
  for (const preview of neededBy(root, site)) if (!isDrawn(preview, since)) await draw(preview);
}

function neededBy(root: string, site: Site): Preview[] {
  const openings = new Set(['hero.avif', ...site.niche.campaigns.map(({ picture }) => picture)]);
  return [
    ...site.niche.previews.map(({ picture }) => ({
      from: join(picturesOf(root), `${picture}-640.webp`),
      to: join(previewsOf(root), `${picture}-preview.avif`),
      width: 400,
      most: MAX_BYTES.portrait,
    })),
    ...[...openings].map((name) => ({
      from: join(root, 'niches', site.folder, 'public', name),
      to: join(previewsOf(root), `${site.folder}-${name}`),
      width: 560,
      most: MAX_BYTES.opening,
    })),
  ];
}

/** When this version of the file first drew: older pictures were drawn by another version. */
function drawnSince(previews: string): number {
  const version = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .digest('hex');
  const mark = join(previews, 'version');
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== version) writeAtomically(mark, version);
  return statSync(mark).mtimeMs;
}

function isDrawn({ from, to, most }: Preview, since: number): boolean {
  const drawn = statSync(to, { throwIfNoEntry: false });
  return drawn !== undefined && drawn.size <= most && drawn.mtimeMs >= Math.max(since, statSync(from).mtimeMs);
}

/** Widths as shares, and qualities, from best to least. */
const TRIES = [
  ...[50, 45, 40, 36, 32].map((quality) => [1, quality] as const),
  ...[40, 36, 32, 28].map((quality) => [0.8, quality] as const),
  ...[34, 30, 26].map((quality) => [0.7, quality] as const),
  ...[26, 23, 20].map((quality) => [0.6, quality] as const),
];

/** Draws the best attempt that stays within `most` bytes, found by bisection; else the smallest. */
async function draw({ from, to, width, most }: Preview): Promise<void> {
  // This one is made to size: encoding it again would only blur it.
  if (from.endsWith('.avif') && statSync(from).size <= most) return writeAtomically(to, readFileSync(from));
  let drawn: Buffer | null = null;
  for (let [low, high] = [0, TRIES.length - 1]; low <= high;) {
    const at = Math.floor((low + high) / 2);
    const tried = await drawAs(from, width, at);
    if (tried.length <= most - TOLERANCE) [drawn, high] = [tried, at - 1];
    else low = at + 1;
  }
  writeAtomically(to, drawn ?? (await drawAs(from, width, TRIES.length - 1)));
}

function drawAs(from: string, width: number, at: number): Promise<Buffer> {
  const [share, quality] = TRIES[at] ?? [1, 50];
  return sharp(from)
    .resize(width * share)
    .avif({ quality, effort: 4 })
    .toBuffer();
}

/** Copies the portraits into the exported site: `/previews/<picture>.webp`, `-96.webp` and `.avif`. */
export function placePreviews(root: string, out: Export, site: Site): void {
  for (const { picture } of site.niche.previews)
    for (const [folder, from, to] of [
      [picturesOf(root), '320.webp', '.webp'],
      [picturesOf(root), '96.webp', '-96.webp'],
      [previewsOf(root), 'preview.avif', '.avif'],
    ] as const)
      out.put(`previews/${picture}${to}`, readFileSync(join(folder, `${picture}-${from}`)));
}
