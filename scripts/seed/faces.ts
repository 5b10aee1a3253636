// Assigns faces to members: matching gender, build and age, and no visible repetition.
import type { bodyTypes, eyeColours, hairColours } from '#contract/values';
import type { Random } from './random.ts';
import type { Gender } from './words.ts';

/** What a portrait shows, from `demo/cast.json`. */
export interface Face {
  readonly id: string;
  readonly gender: Gender;
  readonly age: number;
  readonly build: (typeof bodyTypes)[number];
  /** Null where the hair is covered. */
  readonly hairColour: (typeof hairColours)[number] | null;
  readonly eyeColour: (typeof eyeColours)[number];
  readonly tattoo: boolean;
}

export interface FaceWish {
  readonly gender: Gender;
  readonly age: number;
  readonly country: string;
}

/** The age difference that a portrait still fits. */
export const AGE_REACH = 4;
/** Below this number of faces of the niche's builds, other builds are added. */
const ENOUGH = 12;
const PAGE = 24;
const HOME = 60;

interface Pool {
  readonly faces: readonly Face[];
  turn: number;
  readonly seen: Float64Array;
  readonly home: Map<string, { turn: number; readonly seen: Float64Array }>;
}

export class Faces {
  readonly #pools: Readonly<Record<Gender, Pool>>;

  constructor(
    cast: readonly Face[],
    ages: { readonly min: number; readonly max: number },
    builds: readonly string[] | undefined,
  ) {
    const pool = (gender: Gender): Pool => {
      const grown = cast.filter(
        (face) =>
          face.gender === gender &&
          face.age >= ages.min - AGE_REACH &&
          face.age <= ages.max + AGE_REACH &&
          !isVeiled(face),
      );
      const built = builds ? grown.filter((face) => builds.includes(face.build)) : grown;
      const faces = built.length >= ENOUGH ? built : grown;
      return { faces, turn: 0, seen: never(faces.length), home: new Map() };
    };
    this.#pools = { female: pool('female'), male: pool('male') };
  }

  /** The best face for a member; call it in the order of the members' last activity. */
  next(wish: FaceWish, random: Random): Face {
    const pool = this.#pools[wish.gender];
    const home = pool.home.get(wish.country) ?? { turn: 0, seen: never(pool.faces.length) };
    pool.home.set(wish.country, home);
    pool.turn += 1;
    home.turn += 1;
    let best = -1;
    let least = Infinity;
    for (let index = 0; index < pool.faces.length; index += 1) {
      const years = Math.max(0, Math.abs((pool.faces[index]?.age ?? 0) - wish.age) - AGE_REACH);
      const cost =
        years * 8 + markUsed(pool.turn - (pool.seen[index] ?? 0), home.turn - (home.seen[index] ?? 0)) + random() * 6;
      if (cost < least) [best, least] = [index, cost];
    }
    const face = pool.faces[best];
    if (!face) throw new RangeError(`no portrait of gender ${wish.gender}`);
    pool.seen[best] = pool.turn;
    home.seen[best] = home.turn;
    return face;
  }
}

/** The penalty of a face that was used so many turns ago: anywhere, and in the same country. */
function markUsed(ago: number, agoAtHome: number): number {
  if (ago <= 2) return 1e6;
  return 40 * Math.max(0, 1 - ago / PAGE) + 400 * Math.max(0, 1 - agoAtHome / HOME);
}

/** A woman with a headscarf: names and texts are chosen by country alone and would say things that do not suit her. */
const isVeiled = ({ gender, hairColour }: Face): boolean => gender === 'female' && hairColour === null;

const never = (length: number): Float64Array => new Float64Array(length).fill(-Infinity);
