/** Renders the cast and the places in the forms in which members' photos are stored, and writes down whom they show. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { cast } from './cast.ts';
import { describeFace } from './face-facts.ts';
import { places } from './places.ts';
import { develop, developPortrait, type Pixels } from './studio.ts';

const WORKERS = 2;
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
  readonly id: string;
  develop(): Promise<Pixels>;
}

const pictures: readonly Picture[] = [
  ...cast.map((look) => ({ id: look.id, develop: () => developPortrait(look) })),
  ...places.map((place) => ({ id: place.id, develop: () => develop(place.draw()) })),
];

async function renderOne(folder: string, picture: Picture): Promise<void> {
  const { data, width, height } = await picture.develop();
  await Promise.all(
    forms.map((form) =>
      form
        .write(sharp(data, { raw: { width, height, channels: 3 } }).resize(form.width, form.width * 1.25))
        .toFile(join(folder, `${picture.id}-${form.ending}`)),
    ),
  );
}

async function renderPictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const waiting = [...pictures];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await renderOne(folder, next);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}

/** One person a line, formatted as the repository's formatter leaves it. */
async function writeCast(file: string): Promise<void> {
  const onOneLine = (value: object): string => JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  const people = cast.map((look) => `    ${onOneLine(describeFace(look))}`);
  const ids = places.map(({ id }) => `    "${id}"`);
  await writeFile(file, `{\n  "people": [\n${people.join(',\n')}\n  ],\n  "places": [\n${ids.join(',\n')}\n  ]\n}\n`);
}

const [folder, only] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node render.ts <folder> [--cast-only]');
await writeCast(join(folder, 'cast.json'));
if (only !== '--cast-only') await renderPictures(join(folder, 'pictures'));
console.log(`${pictures.length} pictures`);
