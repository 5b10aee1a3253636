// What a niche's folder holds for the two film landers; whatever it lacks, the hero takes its place.
import { FILM } from '#domain/film';
import type { Site } from './load.ts';
import type { Campaign } from './niche-file.ts';
import { nicheDataUri, nicheHas } from './pages.ts';

const HERO = 'hero.avif';

interface Film {
  /** Whether there is a film to play. */
  readonly hasFilm: boolean;
  /** Addresses of a small frame of each chapter; empty when the niche has none. */
  readonly frames: readonly string[];
  /** Addresses of the stills; the first travels inside the document of the lander that begins with it. */
  readonly stills: readonly string[];
}

/** The film and the pictures of it that the niche has. */
export function filmOf(site: Site): Film {
  const numbers = Array.from({ length: FILM.chapters }, (_, at) => at + 1);
  const there = (kind: string): string[] => {
    const files = numbers.map((number) => `/film/${kind}-${number}.avif`);
    return files.every((file) => nicheHas(site, `public${file}`)) ? files : [];
  };
  return {
    hasFilm: ['webm', 'mp4'].every((ending) => nicheHas(site, `public/film/film.${ending}`)),
    frames: there('frame'),
    stills: there('still'),
  };
}

/** The first picture, inlined: the campaign's own, else the niche's cut of its hero for this lander, else the hero. */
export function firstPicture(site: Site, cut: string, campaign: Campaign | undefined): string {
  const own = campaign && campaign.picture !== HERO ? campaign.picture : cut;
  return nicheDataUri(site, `public/${nicheHas(site, `public/${own}`) ? own : HERO}`, 'image/avif');
}
