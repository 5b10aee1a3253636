// Icons of interests on a 48 by 48 grid: the coloured shape, then the outline.
import type { interests } from '#domain/interests';

type Interest = (typeof interests)[number];

const drawings = {
  art: [
    'M12 20a3 3 0 1 0 6 0 3 3 0 1 0-6 0m9-6a3 3 0 1 0 6 0 3 3 0 1 0-6 0m10 3a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
    'M24 7C13 7 5 15 5 24s8 17 18 17c4 0 4-4 3-6-2-3 0-6 4-6h6c5 0 7-3 7-7 0-9-8-15-19-15M14 29a2 2 0 1 0 .1 0',
  ],
  baking: [
    'M12 27h24l-4 15H16z',
    'm13 27 3 15h16l3-15M21 32l1 6m5-6-1 6M12 27c-6-2-4-10 2-10 0-6 6-9 10-7 4-2 10 1 10 7 6 0 8 8 2 10zM24 10c0-3 1-5 4-6',
  ],
  beach: [
    'M18 24c0-8 3-14 6-16 3 2 6 8 6 16z',
    'M24 5v3M6 24a18 16 0 0 1 36 0zm12 0c0-8 3-14 6-16 3 2 6 8 6 16m-6 0v17M5 42c6-4 12-4 19-1s13 2 19-1',
  ],
  board_games: [
    'M28 27h14v14H28z',
    'M9 13a6 6 0 1 0 12 0 6 6 0 1 0-12 0m3 5L7 41h16l-5-23M28 27h14v14H28zm4 10v.1m6-6v.1',
  ],
  books: [
    'M24 14C19 10 13 10 6 11v26c7-1 13-1 18 3z',
    'M24 14C19 10 13 10 6 11v26c7-1 13-1 18 3 5-4 11-4 18-3V11c-7-1-13-1-18 3v26m6-20c2-1 4-1 7-1m-7 8c2-1 4-1 7-1',
  ],
  cats: [
    'm9 8 9 6-9 9zm30 0-9 6 9 9z',
    'm9 8 9 6h12l9-6v18c0 9-7 14-15 14S9 35 9 26zm9 16v2m12-2v2m-8 5h4l-2 2zM3 28l7 1m-6 6 7-2m34-5-7 1m6 6-7-2',
  ],
  cinema: [
    'M7 20h34v20H7z',
    'M7 20h34v17a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3zl-1-6 32-8 2 6zm8-2-3-6m12 4-3-6m12 3-3-6M21 25l8 5-8 5z',
  ],
  coffee: [
    'M9 18h24v11a9 9 0 0 1-9 9h-6a9 9 0 0 1-9-9z',
    'M9 18h24v11a9 9 0 0 1-9 9h-6a9 9 0 0 1-9-9zm24 3h3a5 5 0 0 1 0 11h-4M5 42h32M17 12c-3-3 3-4 0-7m8 7c-3-3 3-4 0-7',
  ],
  cooking: [
    'M9 22h30v11a7 7 0 0 1-7 7H16a7 7 0 0 1-7-7z',
    'M7 22h34M9 22v11a7 7 0 0 0 7 7h16a7 7 0 0 0 7-7V22M9 28H4m35 0h5M17 16c-3-3 3-4 0-8m7 8c-3-3 3-4 0-8m7 8c-3-3 3-4 0-8',
  ],
  cycling: [
    'M4 32a8 8 0 1 0 16 0 8 8 0 1 0-16 0m24 0a8 8 0 1 0 16 0 8 8 0 1 0-16 0',
    'M4 32a8 8 0 1 0 16 0 8 8 0 1 0-16 0m24 0a8 8 0 1 0 16 0 8 8 0 1 0-16 0m-16 0 6-14h14l4 14M18 18l6 14 8-14m-8 14H12m3-18h6m11 4-2-7h6',
  ],
  dancing: [
    'M21 18h7l9 18c-8 5-17 5-25 0z',
    'M21 9a4 4 0 1 0 8 0 4 4 0 1 0-8 0m0 9h7l9 18c-8 5-17 5-25 0zc-5 4-10 3-14-3m21 3c5 0 8-4 11-10M20 39l-1 5m10-5 4 5',
  ],
  dogs: [
    'M15 12C9 8 4 14 5 22c1 6 5 7 8 4zm18 0c6-4 11 2 10 10-1 6-5 7-8 4z',
    'M15 12h18c3 12 2 21-3 26-3 3-9 3-12 0-5-5-6-14-3-26C9 8 4 14 5 22c1 6 5 7 8 4m20-14c6-4 11 2 10 10-1 6-5 7-8 4m-16-5v2m10-2v2m-8 6h6l-3 3zm3 3v3',
  ],
  fitness: ['M10 14h7v20h-7zm21 0h7v20h-7z', 'M17 24h14M10 14h7v20h-7zm21 0h7v20h-7zM5 20v8m38-8v8'],
  gardening: [
    'M12 29h24l-4 14H16z',
    'M12 29h24l-4 14H16zm12 0V15m0 6C15 22 11 17 11 10c9 0 13 4 13 11m0-5c0-7 4-11 12-11 0 8-4 12-12 11',
  ],
  hiking: [
    'M29 12a6 6 0 1 0 12 0 6 6 0 1 0-12 0',
    'm3 41 15-25 9 15 5-7 13 17zm10-16 5 4 5-4M29 12a6 6 0 1 0 12 0 6 6 0 1 0-12 0',
  ],
  music: [
    'M8 37a6 5 0 1 0 12 0 6 5 0 1 0-12 0m21-4a6 5 0 1 0 12 0 6 5 0 1 0-12 0',
    'M8 37a6 5 0 1 0 12 0 6 5 0 1 0-12 0m21-4a6 5 0 1 0 12 0 6 5 0 1 0-12 0m-9 4V12l21-5v26M20 20l21-5',
  ],
  nightlife: [
    'M10 27a14 14 0 1 0 28 0 14 14 0 1 0-28 0',
    'M24 4v9M10 27a14 14 0 1 0 28 0 14 14 0 1 0-28 0h28M13 19h22M13 35h22M24 13c-8 8-8 20 0 28 8-8 8-20 0-28M41 6v7m-3-3h7M6 7v5M4 9h5',
  ],
  photography: [
    'M16 27a8 8 0 1 0 16 0 8 8 0 1 0-16 0',
    'M6 16h9l3-6h12l3 6h9v24H6zm10 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0m21-5v.1',
  ],
  sauna: [
    'M7 34a6 5 0 1 0 12 0 6 5 0 1 0-12 0m11-3a7 6 0 1 0 14 0 7 6 0 1 0-14 0m12 4a6 5 0 1 0 12 0 6 5 0 1 0-12 0',
    'M4 41h40M18 31a6 5 0 1 0 0 7m0-7a7 6 0 1 1 0 1m0 6c3 4 9 4 12 0m2-6a6 5 0 1 1-2 6M15 21c-4-4 4-6 0-13m9 10c-4-4 4-6 0-13m9 16c-4-4 4-6 0-13',
  ],
  theatre: [
    'M24 11v31C11 40 7 23 9 9c5 2 10 2 15 2z',
    'M9 9c10 3 20 3 30 0 2 14-2 31-15 33C11 40 7 23 9 9m7 12c1-3 4-3 5 0m6 0c1-3 4-3 5 0m-16 7c3 6 13 6 16 0',
  ],
  travel: [
    'M15 16h18v24H15z',
    'M11 16h26a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4V20a4 4 0 0 1 4-4m7 0v-5a3 3 0 0 1 3-3h6a3 3 0 0 1 3 3v5m-15 0v24m18-24v24',
  ],
  wine: [
    'M14 15c4-3 8 2 20-1v1a10 10 0 0 1-20 0z',
    'M15 6h18l1 9a10 10 0 0 1-20 0zm9 19v17m-8 0h16M14 15c4-3 8 2 20-1',
  ],
  yoga: [
    'M7 38c6-6 12-8 17-8s11 2 17 8c-11 5-23 5-34 0',
    'M20 9a4 4 0 1 0 8 0 4 4 0 1 0-8 0M7 38c6-6 12-8 17-8s11 2 17 8c-11 5-23 5-34 0m17-8V17m0 0c-6 2-9 7-14 11m14-11c6 2 9 7 14 11',
  ],
} satisfies Partial<Record<Interest, readonly [tone: string, line: string]>>;

/** The interests with an icon; a niche chooses among them. */
type DrawnInterest = keyof typeof drawings;
/** The default for niches without `picks`. */
const defaultPicks: readonly DrawnInterest[] = [
  'cooking',
  'hiking',
  'books',
  'dogs',
  'music',
  'travel',
  'coffee',
  'cinema',
  'dancing',
  'cats',
  'wine',
  'board_games',
];

export interface Drawing {
  readonly id: DrawnInterest;
  readonly tone: string;
  readonly line: string;
  /** The class of its background, one of five colours. */
  readonly hue: string;
}
const isDrawn = (id: string): id is DrawnInterest => id in drawings;

/** The icons of the chosen interests that are also allowed; throws for one without an icon. */
export function drawingsOf(chosen: readonly string[] = defaultPicks, allowed: readonly string[]): Drawing[] {
  const missing = chosen.find((id) => !isDrawn(id));
  if (missing !== undefined)
    throw new Error(`The interest ${missing} has no drawing in src/layouts/landers/interest-drawings.ts.`);
  return chosen
    .filter(isDrawn)
    .filter((id) => allowed.includes(id))
    .map((id, at) => ({ id, tone: drawings[id][0], line: drawings[id][1], hue: hueAt(at) }));
}

/** Every second of five colours, so that neighbours differ in three and in four columns. */
const hueAt = (at: number): string => `hue-${(at * 2) % 5}`;
