/** Where people come from, the forms of their faces, and the backdrops they sit before. */
import type { Backdrop, EyeColour } from './look.ts';
import type { HairColour, Skin } from './palette.ts';

export interface Origin {
  skins: readonly Skin[];
  hair: readonly HairColour[];
  eyes: readonly EyeColour[];
  /** Added to the width of the nose, the fullness of the lips and the fold of the lid. */
  nose: number;
  lips: number;
  hood: number;
  texture: 'straight' | 'any' | 'coiled';
}

export const origins: readonly Origin[] = [
  {
    skins: ['porcelain', 'rose', 'fair'],
    hair: ['brown', 'chestnut', 'auburn', 'copper', 'sand', 'blond', 'platinum', 'dark', 'caramel'],
    eyes: ['blue', 'green', 'grey', 'hazel', 'brown', 'blue'],
    nose: -1,
    lips: -0.08,
    hood: 0,
    texture: 'any',
  },
  {
    skins: ['fair', 'peach', 'rose'],
    hair: ['dark', 'brown', 'blond', 'caramel', 'sand', 'espresso', 'chestnut'],
    eyes: ['blue', 'grey', 'brown', 'hazel', 'green'],
    nose: 0,
    lips: -0.02,
    hood: 0.1,
    texture: 'any',
  },
  {
    skins: ['peach', 'olive', 'honey'],
    hair: ['black', 'espresso', 'dark', 'brown', 'chestnut'],
    eyes: ['brown', 'hazel', 'brown', 'green'],
    nose: 1,
    lips: 0.04,
    hood: 0,
    texture: 'any',
  },
  {
    skins: ['fair', 'peach', 'honey'],
    hair: ['black', 'black', 'espresso'],
    eyes: ['brown'],
    nose: 1,
    lips: 0.02,
    hood: 0.75,
    texture: 'straight',
  },
  {
    skins: ['honey', 'tan', 'sienna', 'brown'],
    hair: ['black', 'espresso', 'black'],
    eyes: ['brown', 'brown', 'hazel'],
    nose: 1,
    lips: 0.1,
    hood: 0,
    texture: 'any',
  },
  {
    skins: ['brown', 'deep', 'ebony', 'deep'],
    hair: ['black', 'black', 'espresso'],
    eyes: ['brown'],
    nose: 4,
    lips: 0.32,
    hood: 0,
    texture: 'coiled',
  },
  {
    skins: ['olive', 'tan', 'sienna'],
    hair: ['black', 'espresso', 'dark', 'brown'],
    eyes: ['brown', 'hazel', 'green', 'brown'],
    nose: 2,
    lips: 0.18,
    hood: 0,
    texture: 'any',
  },
];

export const faceForms = [
  { width: 80, length: 126, jaw: 0.74, chin: 24, cheek: 0.965 },
  { width: 87, length: 119, jaw: 0.79, chin: 29, cheek: 1 },
  { width: 83, length: 123, jaw: 0.85, chin: 32, cheek: 0.985 },
  { width: 83, length: 122, jaw: 0.67, chin: 18, cheek: 0.95 },
  { width: 75, length: 134, jaw: 0.76, chin: 24, cheek: 0.97 },
  { width: 79, length: 127, jaw: 0.69, chin: 20, cheek: 0.995 },
] as const;

export const backdrops: readonly Backdrop[] = [
  'sun',
  'city',
  'window',
  'lights',
  'leaves',
  'arch',
  'blinds',
  'panel',
  'room',
  'hills',
  'shelf',
  'brush',
  'sea',
  'curtain',
  'tiles',
  'birches',
];
