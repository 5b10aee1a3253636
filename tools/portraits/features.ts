/** Draws lots for the proportions of a face and the colour of its hair. */
import type { Features, Gender } from './look.ts';
import type { faceForms, Origin } from './people.ts';
import type { HairColour } from './palette.ts';
import { pick, type Random } from './random.ts';

export function featuresOf(
  random: Random,
  gender: Gender,
  age: number,
  fullness: number,
  origin: Origin,
  form: (typeof faceForms)[number],
): Features {
  const man = gender === 'male';
  const near = (middle: number, reach: number): number => middle + (random() - 0.5) * 2 * reach;
  const width = near(form.width, 2) + fullness * 6;
  const senior = Math.max(0, (age - 50) / 30);
  return {
    width,
    length: near(form.length, 2.5) + (man ? 4 : 0),
    jaw: width * (form.jaw + (man ? 0.05 : -0.01) + fullness * 0.09 + senior * 0.025),
    chin: form.chin + (man ? 5 : 0) + fullness * 6 + near(0, 1.5),
    cheek: form.cheek + fullness * 0.035,
    hairline: near(-84, 7) + (man ? -2 : 0) - senior * 2,
    eyeGap: near(36.2, 3) + (width - 80) * 0.16,
    eyeSize: near(man ? 0.95 : 1.04, 0.08),
    eyeOpen: near(man ? 0.9 : 1.02, 0.13) - origin.hood * 0.08 - senior * 0.08,
    eyeSlant: near(origin.hood > 0.5 ? 3 : 1.2, 2.2) - senior * 1.6,
    eyeHood: Math.min(1, Math.max(0, near(0.2, 0.2) + origin.hood + senior * 0.3)),
    browLift: near(man ? -1.5 : 1.8, 2.2),
    browWeight: near(man ? 8.4 : 5.2, 1.4) - senior * 0.8,
    browArch: near(man ? 0.5 : 2.6, 2.4),
    noseLength: near(47, 5.5),
    noseWidth: near(man ? 16.5 : 14.2, 1.9) + origin.nose,
    noseBridge: near(0, 2),
    mouthWidth: near(man ? 27.5 : 26, 3.2) + (origin.lips > 0.2 ? 1.5 : 0),
    upperLip: near(man ? 0.78 : 0.98, 0.2) + origin.lips,
    lowerLip: near(man ? 0.84 : 1, 0.18) + origin.lips,
    mouthDrop: near(1, 2.6),
  };
}

export function hairColourOf(random: Random, age: number, gender: Gender, origin: Origin): HairColour {
  const dyed = gender === 'female' ? 0.72 : 0.95;
  if (age > 66)
    return origin.texture !== 'any' || !origin.hair.includes('blond') || random() < dyed + 0.1
      ? pick(random, ['silver', 'white', 'grey', 'white', 'silver'] as const)
      : pick(random, ['blond', 'chestnut', 'sand'] as const);
  if (age > 56)
    return random() < dyed
      ? pick(random, ['grey', 'silver', 'salt', 'grey', 'salt'] as const)
      : pick(random, origin.hair);
  if (age > 44 && random() < 0.42 * dyed) return pick(random, ['salt', 'pepper', 'pepper'] as const);
  return pick(random, gender === 'male' ? origin.hair.filter((colour) => colour !== 'platinum') : origin.hair);
}
