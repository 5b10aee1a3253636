/** The cast: 240 invented adults, the same ones every time. */
import { dealer } from './dealer.ts';
import { extras } from './extras.ts';
import { featuresOf, hairColourOf } from './features.ts';
import type { Beard, Build, Clothes, EyeColour, Gender, Hair, Look, Smile } from './look.ts';
import { backdrops, faceForms, origins } from './people.ts';
import { greys, type HairColour, type Skin } from './palette.ts';
import { between, pick, seeded, shuffled, type Random } from './random.ts';
import { moods, settingOf } from './setting.ts';
import { hairStyles, suits, type Stage } from './styles.ts';
import { beards, wardrobes } from './wardrobe.ts';

const SIZE = 240;
const darkSkins: readonly Skin[] = ['deep', 'ebony', 'brown'];
/** What goes under a headscarf. */
const covering: readonly Clothes[] = ['crew', 'turtleneck', 'cardigan', 'knit'];

const stageOf = (age: number): Stage => (age > 58 ? 'senior' : age > 40 ? 'middle' : 'young');

function agesOf(random: Random): number[] {
  const evenly = (count: number, low: number, high: number): number[] =>
    Array.from({ length: count }, (_, i) => Math.round(low + ((high - low) * i) / (count - 1)));
  return shuffled(random, [...evenly(3, 18, 19), ...evenly(51, 20, 40), ...evenly(36, 41, 58), ...evenly(30, 59, 80)]);
}

const builds: readonly Build[] = [
  'slim',
  'average',
  'athletic',
  'curvy',
  'full',
  'average',
  'slim',
  'curvy',
  'average',
  'full',
  'athletic',
  'curvy',
];
const fullnesses: Record<Build, readonly [number, number]> = {
  slim: [0, 0.1],
  athletic: [0.12, 0.25],
  average: [0.18, 0.4],
  curvy: [0.55, 0.75],
  full: [0.82, 1],
};

function turnOf(random: Random, index: number): number {
  const side = random() < 0.5 ? -1 : 1;
  const reach = [between(random, 0, 6), between(random, 8, 15), between(random, 17, 25)][index % 3] ?? 0;
  return Math.round(side * reach * 10) / 10;
}

function dealers(random: Random) {
  const byStage = <T>(table: Record<Gender, Record<Stage, readonly T[]>>) => ({
    female: {
      young: dealer(random, table.female.young),
      middle: dealer(random, table.female.middle),
      senior: dealer(random, table.female.senior),
    },
    male: {
      young: dealer(random, table.male.young),
      middle: dealer(random, table.male.middle),
      senior: dealer(random, table.male.senior),
    },
  });
  return {
    ages: { female: agesOf(random), male: agesOf(random) },
    build: { female: dealer(random, builds), male: dealer(random, builds) },
    hair: byStage(hairStyles),
    clothes: byStage(wardrobes),
    beard: {
      young: dealer(random, beards.young),
      middle: dealer(random, beards.middle),
      senior: dealer(random, beards.senior),
    },
    origin: dealer(random, [...origins, ...origins.slice(0, 2)]),
    form: dealer(random, faceForms),
    backdrop: dealer(random, backdrops),
    mood: dealer(random, moods),
    smile: dealer<Smile>(random, ['calm', 'soft', 'warm', 'open', 'soft', 'warm', 'open', 'soft', 'warm']),
  };
}

type Deal = ReturnType<typeof dealers>;
type Nature = Pick<
  Look,
  | 'gender'
  | 'age'
  | 'build'
  | 'fullness'
  | 'skin'
  | 'hair'
  | 'hairColour'
  | 'eyeColour'
  | 'freckles'
  | 'beard'
  | 'features'
>;

function beardOf(deal: Deal, stage: Stage, hair: Hair, colour: HairColour): Beard {
  const bare = ['bald', 'ring'].includes(hair) || ['blond', 'platinum', 'sand'].includes(colour);
  return deal.beard[stage]((beard) => beard !== 'moustache' || !bare);
}

/** Who somebody is: body, face and hair. */
function natureOf(index: number, random: Random, deal: Deal): Nature {
  const gender: Gender = index % 2 ? 'male' : 'female';
  const age = deal.ages[gender][index >> 1] ?? 30;
  const stage = stageOf(age);
  const build = deal.build[gender]((b) => age > 22 || b !== 'full');
  const fullness = between(random, ...fullnesses[build]);
  const origin = deal.origin();
  const skin = pick(random, origin.skins);
  const hair = deal.hair[gender][stage]((style) => suits(style, origin));
  const hairColour = hairColourOf(random, age, gender, origin);
  const paleGrey = greys.includes(hairColour) && origin.skins[0] === 'porcelain';
  const eyes: readonly EyeColour[] = paleGrey ? ['blue', 'grey', 'hazel', 'green'] : origin.eyes;
  const red = ['copper', 'auburn'].includes(hairColour);
  const form = deal.form(({ length }) => age > 26 || length > 121);
  return {
    gender,
    age,
    build,
    fullness,
    skin,
    hair,
    hairColour,
    eyeColour: pick(random, eyes),
    freckles: ['porcelain', 'rose', 'fair'].includes(skin) && random() < (red ? 0.8 : 0.16),
    beard: gender === 'female' ? 'none' : beardOf(deal, stage, hair, hairColour),
    features: featuresOf(random, gender, age, fullness, origin, form),
  };
}

function shouldersOf(random: Random, { gender, build, fullness }: Nature): number {
  const frame = gender === 'female' ? 158 + fullness * 46 : 186 + fullness * 36;
  return frame + (build === 'athletic' ? 10 : 0) + between(random, -6, 6);
}

function person(index: number, deal: Deal): Look {
  const random = seeded(index * 101 + 17);
  const nature = natureOf(index, random, deal);
  const { gender, age, hair, skin } = nature;
  const modest = hair === 'headscarf';
  const clothes = deal.clothes[gender][stageOf(age)]((worn) => !modest || covering.includes(worn));
  const mood = deal.mood((m) => !(m === 'dusk' && darkSkins.includes(skin)));
  return {
    id: `p${String(index + 1).padStart(3, '0')}`,
    ...nature,
    ...settingOf(random, mood, hair),
    clothes,
    smile: deal.smile(),
    shoulders: shouldersOf(random, nature),
    light: random() < 0.5 ? 1 : -1,
    turn: turnOf(random, index + (index >> 3)),
    tilt: Math.round(between(random, -5, 5) * 10) / 10,
    aside: Math.round(between(random, -20, 20)),
    zoom: Math.round(between(random, 1.1, 1.36) * 100) / 100,
    backdrop: deal.backdrop(),
    seed: index * 13 + 7,
    ...extras(random, gender, age, hair, clothes),
  };
}

export const cast: readonly Look[] = (() => {
  const deal = dealers(seeded(4242));
  return Array.from({ length: SIZE }, (_, index) => person(index, deal));
})();
