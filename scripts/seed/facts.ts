// Fills in the facts of a profile: some are read off the portrait, others are random, and some are left out.
import {
  bodyTypes,
  eyeColours,
  type hairColours,
  type relationshipStatuses,
  type tattooAnswers,
} from '#contract/values';
import { chance, pick, weighted, type Random } from './random.ts';
import type { Face } from './faces.ts';

export interface Facts {
  readonly hair_colour: (typeof hairColours)[number] | null;
  readonly eye_colour: (typeof eyeColours)[number] | null;
  readonly body_type: (typeof bodyTypes)[number] | null;
  readonly relationship_status: (typeof relationshipStatuses)[number] | null;
  readonly tattoos: (typeof tattooAnswers)[number] | null;
}

const UNSAID = 0.1;

/** `face` is null for a member without a portrait; `builds` are then the niche's. */
export function factsOf(face: Face | null, age: number, builds: readonly string[] | undefined, random: Random): Facts {
  const said = <T>(fact: T): T | null => (chance(random, UNSAID) ? null : fact);
  const usual = bodyTypes.filter((type) => !builds || builds.includes(type));
  return {
    hair_colour: said(
      face
        ? face.hairColour
        : pick(random, age > 60 ? (['grey', 'white'] as const) : (['brown', 'blond', 'black'] as const)),
    ),
    eye_colour: said(face?.eyeColour ?? pick(random, eyeColours)),
    body_type: said(face?.build ?? pick(random, usual.length > 0 ? usual : bodyTypes)),
    relationship_status: said(relationshipAt(age, random)),
    tattoos: said(
      face?.tattoo ? weighted(random, { some: 3, many: 1 }) : weighted(random, { none: age > 50 ? 6 : 3, some: 1 }),
    ),
  };
}

type Relationship = NonNullable<Facts['relationship_status']>;

function relationshipAt(age: number, random: Random): Relationship {
  return weighted<Relationship>(random, {
    single: age < 35 ? 80 : 45,
    divorced: age < 30 ? 0 : age < 40 ? 15 : 35,
    separated: age < 26 ? 1 : 8,
    widowed: age < 45 ? 0 : age < 60 ? 4 : 22,
    open_relationship: 4,
    in_relationship: 1,
    complicated: age < 60 ? 5 : 2,
  });
}
