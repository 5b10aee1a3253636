// The media of the two film landers in a niche's folder, with the hero as fallback.
import { FILM } from '#domain/film';
import type { Site } from './load.ts';
import type { Campaign } from './niche-file.ts';
import { nicheDataUri, nicheHas } from './pages.ts';

const HERO = 'hero.avif';

interface Film {
  readonly hasFilm: boolean;
  /** One small frame per chapter; empty when the niche has none. */
  readonly frames: readonly string[];
  /** The first still is inlined in the lander that begins with it. */
  readonly stills: readonly string[];
}

export function filmOf(site: Site): Film {
  const numbers = Array.from({ length: FILM.chapters }, (_, at) => at + 1);
  const filesOf = (kind: string): string[] => {
    const files = numbers.map((number) => `/film/${kind}-${number}.avif`);
    return files.every((file) => nicheHas(site, `public${file}`)) ? files : [];
  };
  return {
    hasFilm: ['webm', 'mp4'].every((ending) => nicheHas(site, `public/film/film.${ending}`)),
    frames: filesOf('frame'),
    stills: filesOf('still'),
  };
}

/** The first picture, inlined: the campaign's own, else the niche's crop of the hero for this lander, else the hero. */
export function firstPicture(site: Site, cut: string, campaign: Campaign | undefined): string {
  const own = campaign && campaign.picture !== HERO ? campaign.picture : cut;
  return nicheDataUri(site, `public/${nicheHas(site, `public/${own}`) ? own : HERO}`, 'image/avif');
}
