/** Renders the cast and the places to pictures as members' photos are stored, once per version of this generator. */
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { inLanes } from '../lanes.ts';
import { cast } from './cast.ts';
import { places } from './places.ts';
import { develop, developPortrait, type Pixels } from './studio.ts';

const AT_ONCE = 2;
const forms: readonly Form[] = [
  { width: 96, ending: '96.webp', write: (picture) => picture.webp({ quality: 60, effort: 6 }) },
  { width: 320, ending: '320.webp', write: (picture) => picture.webp({ quality: 80, effort: 2 }) },
  { width: 640, ending: '640.webp', write: (picture) => picture.webp({ quality: 76, effort: 2 }) },
  { width: 400, ending: '400.avif', write: (picture) => picture.avif({ quality: 36, effort: 2 }) },
];

interface Form {
  /** px */
  readonly width: number;
  readonly ending: string;
  write(picture: Sharp): Sharp;
}

interface Picture {
  id: string;
  develop(): Promise<Pixels>;
}

const pictures: readonly Picture[] = [
  ...cast.map((look) => ({ id: look.id, develop: () => developPortrait(look) })),
  ...places.map((place) => ({ id: place.id, develop: () => develop(place.draw()) })),
];

export const pictureIds: readonly string[] = pictures.map(({ id }) => id);

const fileOf = (folder: string, id: string, { ending }: Form): string => join(folder, `${id}-${ending}`);

async function versionOfGenerator(): Promise<string> {
  const folder = import.meta.dirname;
  const sources = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const hash = createHash('sha256');
  for (const name of sources) hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest('hex');
}

async function isThere(folder: string, id: string): Promise<boolean> {
  const found = await Promise.all(
    forms.map((form) =>
      access(fileOf(folder, id, form)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.every(Boolean);
}

async function renderOne(folder: string, picture: Picture): Promise<void> {
  const { data, width, height } = await picture.develop();
  await Promise.all(
    forms.map((form) =>
      form
        .write(sharp(data, { raw: { width, height, channels: 3 } }).resize(form.width, form.width * 1.25))
        .toFile(fileOf(folder, picture.id, form)),
    ),
  );
}

export async function renderPictures(
  outDir: string,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  await mkdir(outDir, { recursive: true });
  const version = await versionOfGenerator();
  const mark = join(outDir, 'version');
  const same = (await readFile(mark, 'utf8').catch(() => '')) === version;
  const waiting: Picture[] = [];
  for (const picture of pictures) if (!same || !(await isThere(outDir, picture.id))) waiting.push(picture);
  let done = pictures.length - waiting.length;
  await inLanes(waiting, AT_ONCE, async (picture) => {
    await renderOne(outDir, picture);
    done += 1;
    onProgress?.(done, pictures.length);
  });
  await writeFile(mark, version);
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (!folder) throw new Error('usage: node scripts/portraits/render.ts <folder>');
  const started = Date.now();
  await renderPictures(folder);
  console.log(`${pictures.length} pictures in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
