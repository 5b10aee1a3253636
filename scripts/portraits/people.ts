/** What goes with what: which faces, hair and clothes belong to whom. */
import type { Backdrop, Beard, Clothes, EyeColour, Gender, Hair } from './look.ts';
import type { HairColour, Skin } from './palette.ts';

export type Stage = 'young' | 'middle' | 'senior';

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
  { skins: ['porcelain', 'rose', 'fair'], hair: ['brown', 'chestnut', 'auburn', 'copper', 'sand', 'blond', 'platinum', 'dark', 'caramel'], eyes: ['blue', 'green', 'grey', 'hazel', 'brown', 'blue'], nose: -1, lips: -0.08, hood: 0, texture: 'any' },
  { skins: ['fair', 'peach', 'rose'], hair: ['dark', 'brown', 'blond', 'caramel', 'sand', 'espresso', 'chestnut'], eyes: ['blue', 'grey', 'brown', 'hazel', 'green'], nose: 0, lips: -0.02, hood: 0.1, texture: 'any' },
  { skins: ['peach', 'olive', 'honey'], hair: ['black', 'espresso', 'dark', 'brown', 'chestnut'], eyes: ['brown', 'hazel', 'brown', 'green'], nose: 1, lips: 0.04, hood: 0, texture: 'any' },
  { skins: ['fair', 'peach', 'honey'], hair: ['black', 'black', 'espresso'], eyes: ['brown'], nose: 1, lips: 0.02, hood: 0.75, texture: 'straight' },
  { skins: ['honey', 'tan', 'sienna', 'brown'], hair: ['black', 'espresso', 'black'], eyes: ['brown', 'brown', 'hazel'], nose: 1, lips: 0.1, hood: 0, texture: 'any' },
  { skins: ['brown', 'deep', 'ebony', 'deep'], hair: ['black', 'black', 'espresso'], eyes: ['brown'], nose: 4, lips: 0.32, hood: 0, texture: 'coiled' },
  { skins: ['olive', 'tan', 'sienna'], hair: ['black', 'espresso', 'dark', 'brown'], eyes: ['brown', 'hazel', 'green', 'brown'], nose: 2, lips: 0.18, hood: 0, texture: 'any' },
];

const coiled: readonly Hair[] = ['afro', 'shortafro', 'locs', 'longlocs', 'boxbraids', 'turban'];
const straight: readonly Hair[] = ['sleek', 'bangs', 'curtain'];
const curly: readonly Hair[] = ['curly', 'longcurls', 'shortcurls', 'curlytop'];

export const hairStyles: Record<Gender, Record<Stage, readonly Hair[]>> = {
  female: {
    young: ['long', 'wavy', 'wavy', 'bangs', 'curtain', 'sleek', 'bob', 'lob', 'wavybob', 'shag', 'topknot', 'lowbun', 'ponytail', 'ponytail', 'braid', 'crownbraid', 'curly', 'longcurls', 'shortcurls', 'pixie', 'beanie', 'headscarf', 'afro', 'afro', 'longlocs', 'boxbraids', 'shortafro', 'turban'],
    middle: ['bob', 'lob', 'wavybob', 'wavy', 'long', 'lowbun', 'pixie', 'curly', 'topknot', 'ponytail', 'curtain', 'shortcurls', 'braid', 'longcurls', 'headscarf', 'afro', 'shortafro', 'locs', 'boxbraids', 'turban'],
    senior: ['bob', 'wavybob', 'pixie', 'pixie', 'shortcurls', 'lowbun', 'topknot', 'lob', 'curly', 'wavy', 'crownbraid', 'headscarf', 'shortafro', 'afro', 'turban', 'locs'],
  },
  male: {
    young: ['short', 'quiff', 'sidepart', 'crop', 'slick', 'swept', 'buzz', 'curlytop', 'curlytop', 'manbun', 'beanie', 'short', 'shortcurls', 'quiff', 'crop', 'shortafro', 'buzz', 'locs', 'bald', 'afro', 'shortafro'],
    middle: ['short', 'sidepart', 'slick', 'crop', 'receding', 'bald', 'buzz', 'swept', 'quiff', 'curlytop', 'manbun', 'ring', 'beanie', 'shortafro', 'buzz', 'locs'],
    senior: ['receding', 'ring', 'bald', 'short', 'sidepart', 'slick', 'swept', 'crop', 'receding', 'ring', 'curlytop', 'shortafro', 'buzz', 'beanie'],
  },
};

export function suits(hair: Hair, origin: Origin): boolean {
  if (origin.texture === 'coiled') return coiled.includes(hair) || ['buzz', 'bald', 'topknot', 'crop', 'lowbun', 'headscarf', 'ring', 'receding', 'beanie', 'longcurls', 'shortcurls', 'ponytail', 'bob', 'pixie', 'curly'].includes(hair);
  if (coiled.includes(hair)) return false;
  if (origin.texture === 'straight') return !curly.includes(hair);
  return !straight.includes(hair) || origin.skins[0] !== 'honey';
}

export const beards: Record<Stage, readonly Beard[]> = {
  young: ['none', 'none', 'none', 'stubble', 'stubble', 'short', 'short', 'full', 'goatee', 'moustache', 'none', 'short'],
  middle: ['none', 'stubble', 'short', 'full', 'goatee', 'none', 'moustache', 'short', 'stubble'],
  senior: ['none', 'none', 'short', 'full', 'moustache', 'long', 'stubble', 'none', 'goatee'],
};

export const wardrobes: Record<Gender, Record<Stage, readonly Clothes[]>> = {
  female: {
    young: ['crew', 'striped', 'vneck', 'blazer', 'turtleneck', 'boatneck', 'strap', 'cardigan', 'wrap', 'denim', 'knit', 'shirt', 'scarf', 'hoodie'],
    middle: ['vneck', 'blazer', 'turtleneck', 'boatneck', 'cardigan', 'wrap', 'shirt', 'knit', 'denim', 'strap', 'crew', 'striped', 'scarf'],
    senior: ['shirt', 'blazer', 'cardigan', 'knit', 'turtleneck', 'boatneck', 'wrap', 'scarf', 'vneck'],
  },
  male: {
    young: ['crew', 'striped', 'shirt', 'blazer', 'turtleneck', 'hoodie', 'denim', 'polo', 'knit', 'scarf', 'crew', 'shirt'],
    middle: ['crew', 'shirt', 'blazer', 'turtleneck', 'denim', 'polo', 'knit', 'cardigan', 'shirt', 'hoodie', 'scarf'],
    senior: ['shirt', 'blazer', 'cardigan', 'knit', 'turtleneck', 'polo', 'scarf', 'shirt', 'crew'],
  },
};

export const faceForms = [
  { width: 80, length: 126, jaw: 0.74, chin: 24, cheek: 0.965 },
  { width: 87, length: 119, jaw: 0.79, chin: 29, cheek: 1 },
  { width: 83, length: 123, jaw: 0.85, chin: 32, cheek: 0.985 },
  { width: 83, length: 122, jaw: 0.67, chin: 18, cheek: 0.95 },
  { width: 75, length: 134, jaw: 0.76, chin: 24, cheek: 0.97 },
  { width: 79, length: 127, jaw: 0.69, chin: 20, cheek: 0.995 },
] as const;

export const backdrops: readonly Backdrop[] = ['sun', 'city', 'window', 'lights', 'leaves', 'arch', 'blinds', 'panel', 'room', 'hills', 'shelf', 'brush', 'sea', 'curtain', 'tiles', 'birches'];
