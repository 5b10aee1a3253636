/** The cast: 240 invented adults, the same ones every time. */
import type { Build, EyeColour, Features, Gender, Hair, Look, Smile } from './look.ts';
import { backdrops, beards, faceForms, hairStyles, origins, suits, wardrobes, type Origin, type Stage } from './people.ts';
import { fabrics, frames, greys, lipsticks, metals, scenes, type HairColour, type Skin } from './palette.ts';
import { between, pick, seeded, shuffled, type Random } from './random.ts';

const SIZE = 240;

/** Deals a pile of cards round and round, so that every card comes up about equally often. */
function dealer<T>(random: Random, cards: readonly T[]): (fits?: (card: T) => boolean) => T {
  let pile: T[] = [];
  return (fits = () => true) => {
    let index = pile.findIndex(fits);
    if (index < 0) {
      pile = pile.concat(shuffled(random, cards));
      index = pile.findIndex(fits);
    }
    const [card] = pile.splice(index, 1);
    if (card === undefined) throw new RangeError('no card fits');
    return card;
  };
}

const stageOf = (age: number): Stage => (age > 58 ? 'senior' : age > 40 ? 'middle' : 'young');

function agesOf(random: Random): number[] {
  const evenly = (count: number, low: number, high: number): number[] => Array.from({ length: count }, (_, i) => Math.round(low + ((high - low) * i) / (count - 1)));
  return shuffled(random, [...evenly(3, 18, 19), ...evenly(51, 20, 40), ...evenly(36, 41, 58), ...evenly(30, 59, 80)]);
}

const builds: readonly Build[] = ['slim', 'average', 'athletic', 'curvy', 'full', 'average', 'slim', 'curvy', 'average', 'full', 'athletic', 'curvy'];
const fullnesses: Record<Build, readonly [number, number]> = { slim: [0, 0.1], athletic: [0.12, 0.25], average: [0.18, 0.4], curvy: [0.55, 0.75], full: [0.82, 1] };

function featuresOf(random: Random, gender: Gender, age: number, fullness: number, origin: Origin, form: (typeof faceForms)[number]): Features {
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

function hairColourOf(random: Random, age: number, gender: Gender, origin: Origin): HairColour {
  const dyed = gender === 'female' ? 0.72 : 0.95;
  if (age > 66) return origin.texture !== 'any' || !origin.hair.includes('blond') || random() < dyed + 0.1 ? pick(random, ['silver', 'white', 'grey', 'white', 'silver'] as const) : pick(random, ['blond', 'chestnut', 'sand'] as const);
  if (age > 56) return random() < dyed ? pick(random, ['grey', 'silver', 'salt', 'grey', 'salt'] as const) : pick(random, origin.hair);
  if (age > 44 && random() < 0.42 * dyed) return pick(random, ['salt', 'pepper', 'pepper'] as const);
  return pick(random, origin.hair);
}

type SceneMood = keyof typeof scenes;
const moods: readonly SceneMood[] = ['sunny', 'cool', 'green', 'rosy', 'earthy', 'dusk', 'sunny', 'cool'];
const darkSkins: readonly Skin[] = ['deep', 'ebony', 'brown'];
/** Cloth too close to skin to be worn on the head. */
const flesh: readonly string[] = ['#e08a8a', '#c98b6a', '#d9714a', '#54392c'];
const covered: readonly Hair[] = ['headscarf', 'turban'];
const keys = { sunny: '#ffd9a0', cool: '#fff0d8', green: '#fff2c8', rosy: '#ffdccb', earthy: '#ffdfb0', dusk: '#ffb98a' } as const;
const clothesFor: Record<SceneMood, readonly (keyof typeof fabrics)[]> = {
  sunny: ['light', 'cool', 'cool', 'dark'], cool: ['light', 'warm', 'warm', 'dark'], green: ['light', 'warm', 'warm', 'dark'],
  rosy: ['light', 'cool', 'dark', 'cool'], earthy: ['light', 'cool', 'dark', 'warm'], dusk: ['light', 'warm', 'cool', 'warm'],
};

function turnOf(random: Random, index: number): number {
  const side = random() < 0.5 ? -1 : 1;
  const reach = [between(random, 0, 6), between(random, 8, 15), between(random, 17, 25)][index % 3] ?? 0;
  return Math.round(side * reach * 10) / 10;
}

function dealers(random: Random) {
  const byStage = <T>(table: Record<Gender, Record<Stage, readonly T[]>>) => ({
    female: { young: dealer(random, table.female.young), middle: dealer(random, table.female.middle), senior: dealer(random, table.female.senior) },
    male: { young: dealer(random, table.male.young), middle: dealer(random, table.male.middle), senior: dealer(random, table.male.senior) },
  });
  return {
    ages: { female: agesOf(random), male: agesOf(random) },
    build: { female: dealer(random, builds), male: dealer(random, builds) },
    hair: byStage(hairStyles),
    clothes: byStage(wardrobes),
    beard: { young: dealer(random, beards.young), middle: dealer(random, beards.middle), senior: dealer(random, beards.senior) },
    origin: dealer(random, origins),
    form: dealer(random, faceForms),
    backdrop: dealer(random, backdrops),
    mood: dealer(random, moods),
    smile: dealer<Smile>(random, ['calm', 'soft', 'warm', 'open', 'soft', 'warm', 'open', 'soft', 'warm']),
  };
}

function extras(random: Random, gender: Gender, age: number, hair: Hair, clothes: Look['clothes']): Pick<Look, 'tattoo' | 'glasses' | 'earring' | 'necklace' | 'lipstick'> {
  const woman = gender === 'female';
  const chance = (odds: number): boolean => random() < odds;
  const bare = ['vneck', 'boatneck', 'strap', 'wrap'].includes(clothes);
  return {
    ...(chance(age > 50 ? 0.4 : 0.22) && { glasses: pick(random, woman ? (['round', 'cat', 'square', 'pilot', 'cat'] as const) : (['round', 'square', 'pilot', 'half', 'square'] as const)) }),
    ...(!covered.includes(hair) && chance(woman ? 0.5 : 0.08) && { earring: pick(random, woman ? (['stud', 'hoop', 'drop'] as const) : (['stud'] as const)) }),
    ...(woman && bare && chance(0.5) && hair !== 'headscarf' && { necklace: pick(random, age > 50 ? (['beads', 'pendant'] as const) : (['chain', 'pendant'] as const)) }),
    ...(woman && chance(0.5) && { lipstick: pick(random, lipsticks) }),
    ...(age < 60 && chance(0.16) && (bare || (!woman && ['crew', 'polo', 'shirt', 'striped'].includes(clothes))) && hair !== 'headscarf' && { tattoo: pick(random, clothes === 'strap' ? (['collarbone', 'shoulder'] as const) : clothes === 'boatneck' ? (['collarbone', 'neck'] as const) : (['neck'] as const)) }),
  };
}

function person(index: number, deal: ReturnType<typeof dealers>): Look {
  const gender: Gender = index % 2 ? 'male' : 'female';
  const random = seeded(index * 101 + 17);
  const woman = gender === 'female';
  const age = deal.ages[gender][index >> 1] ?? 30;
  const stage = stageOf(age);
  const build = deal.build[gender]((b) => age > 22 || b !== 'full');
  const fullness = between(random, ...fullnesses[build]);
  const origin = deal.origin();
  const skin = pick(random, origin.skins);
  const hair = deal.hair[gender][stage]((style) => suits(style, origin));
  const clothes = deal.clothes[gender][stage]((worn) => !(hair === 'headscarf' && ['strap', 'wrap', 'vneck', 'scarf', 'boatneck', 'hoodie', 'striped', 'polo', 'shirt', 'denim', 'blazer'].includes(worn)));
  const mood = deal.mood((m) => !(m === 'dusk' && darkSkins.includes(skin)));
  const scene = pick<Look['scene']>(random, scenes[mood]);
  const hairColour = hairColourOf(random, age, gender, origin);
  const cloth = pick<Look['cloth']>(random, fabrics[pick(random, clothesFor[mood])]);
  const headwear = ['headscarf', 'turban', 'beanie'].includes(hair);
  const accents = [...fabrics.warm, ...fabrics.cool, ...(headwear ? fabrics.dark : fabrics.light)].map(([light]) => light).filter((colour) => colour !== cloth[0] && !(headwear && flesh.includes(colour)));
  const light = random() < 0.5 ? 1 : -1;
  const eyes: readonly EyeColour[] = greys.includes(hairColour) && origin.skins[0] === 'porcelain' ? ['blue', 'grey', 'hazel', 'green'] : origin.eyes;
  return {
    id: `p${String(index + 1).padStart(3, '0')}`,
    gender, age, build, skin, hair, hairColour, fullness, clothes, cloth, scene, light,
    eyeColour: pick(random, eyes),
    beard: woman ? 'none' : deal.beard[stage]((beard) => beard !== 'moustache' || !(['bald', 'ring'].includes(hair) || ['blond', 'platinum', 'sand'].includes(hairColour))),
    freckles: ['porcelain', 'rose', 'fair'].includes(skin) && random() < (['copper', 'auburn'].includes(hairColour) ? 0.8 : 0.16),
    smile: deal.smile(),
    features: featuresOf(random, gender, age, fullness, origin, deal.form((form) => age > 26 || form.length > 121)),
    shoulders: (woman ? 158 : 186) + fullness * (woman ? 46 : 36) + (build === 'athletic' ? 10 : 0) + between(random, -6, 6),
    turn: turnOf(random, index + (index >> 3)),
    tilt: Math.round(between(random, -5, 5) * 10) / 10,
    aside: Math.round(between(random, -20, 20)),
    zoom: Math.round(between(random, 1.1, 1.36) * 100) / 100,
    accent: pick(random, accents),
    metal: pick(random, metals),
    frame: pick(random, frames),
    backdrop: deal.backdrop(),
    key: keys[mood],
    seed: index * 13 + 7,
    ...extras(random, gender, age, hair, clothes),
  };
}

function assemble(): Look[] {
  const deal = dealers(seeded(4242));
  return Array.from({ length: SIZE }, (_, index) => person(index, deal));
}

export const cast: readonly Look[] = assemble();
