/** The colours round a sitter: backdrop, light, clothes and what goes with them. */
import type { Hair, Look } from './look.ts';
import { fabrics, frames, metals, scenes } from './palette.ts';
import { pick, type Random } from './random.ts';

export type SceneMood = keyof typeof scenes;
export const moods: readonly SceneMood[] = ['sunny', 'cool', 'green', 'rosy', 'earthy', 'dusk', 'sunny', 'cool'];
/** Cloth too close to skin to be worn on the head. */
const flesh: readonly string[] = ['#e08a8a', '#c98b6a', '#d9714a', '#54392c'];
const keys = {
  sunny: '#ffd9a0',
  cool: '#fff0d8',
  green: '#fff2c8',
  rosy: '#ffdccb',
  earthy: '#ffdfb0',
  dusk: '#ffb98a',
} as const;
const clothesFor: Record<SceneMood, readonly (keyof typeof fabrics)[]> = {
  sunny: ['light', 'cool', 'cool', 'dark'],
  cool: ['light', 'warm', 'warm', 'dark'],
  green: ['light', 'warm', 'warm', 'dark'],
  rosy: ['light', 'cool', 'dark', 'cool'],
  earthy: ['light', 'cool', 'dark', 'warm'],
  dusk: ['light', 'warm', 'cool', 'warm'],
};

type Setting = Pick<Look, 'scene' | 'key' | 'cloth' | 'accent' | 'metal' | 'frame'>;

export function settingOf(random: Random, mood: SceneMood, hair: Hair): Setting {
  const cloth = pick<Look['cloth']>(random, fabrics[pick(random, clothesFor[mood])]);
  const headwear = ['headscarf', 'turban', 'beanie'].includes(hair);
  const accents = [...fabrics.warm, ...fabrics.cool, ...(headwear ? fabrics.dark : fabrics.light)]
    .map(([light]) => light)
    .filter((colour) => colour !== cloth[0] && !(headwear && flesh.includes(colour)));
  return {
    scene: pick<Look['scene']>(random, scenes[mood]),
    key: keys[mood],
    cloth,
    accent: pick(random, accents),
    metal: pick(random, metals),
    frame: pick(random, frames),
  };
}
