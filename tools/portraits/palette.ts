/** The colours of skin, hair, eyes, cloth and light. */
export interface Tones {
  base: string;
  shade: string;
  light: string;
}

export type Skin = keyof typeof skins;
export type HairColour = keyof typeof hairColours;

const skin = (base: string, shade: string, light: string, lip: string, blush: string) => ({
  base,
  shade,
  light,
  lip,
  blush,
});

export const skins = {
  porcelain: skin('#f3cfb8', '#bd8170', '#ffe9d8', '#c2686a', '#ea9a88'),
  rose: skin('#eebfa6', '#b27062', '#ffdccb', '#b8595b', '#e5836f'),
  fair: skin('#e8b795', '#a96a52', '#ffdcbc', '#b3544e', '#dd7f66'),
  peach: skin('#e0aa80', '#9d6044', '#fbd0a8', '#ad5046', '#d87655'),
  olive: skin('#d29c72', '#8c5638', '#f2c79c', '#a14c43', '#c96d4c'),
  honey: skin('#cb9066', '#844f36', '#eec197', '#9c4a3d', '#c0673f'),
  tan: skin('#bd8060', '#76422f', '#e5af8c', '#96443a', '#b9603c'),
  sienna: skin('#a86b4e', '#643628', '#d39875', '#8a4136', '#a55434'),
  brown: skin('#935c42', '#522b1f', '#c48867', '#8a4038', '#95482c'),
  deep: skin('#754730', '#3c2016', '#a9714d', '#813f3c', '#84402a'),
  ebony: skin('#5a3726', '#2b1712', '#8f5f48', '#743b3c', '#6c3626'),
} as const;

const hair = (base: string, shade: string, light: string): Tones => ({ base, shade, light });

export const hairColours = {
  black: hair('#231d20', '#0f0c10', '#4d4650'),
  espresso: hair('#33231d', '#190f0c', '#5f4536'),
  dark: hair('#432c20', '#22150f', '#75513c'),
  brown: hair('#5f3e28', '#362213', '#98694a'),
  chestnut: hair('#7a4429', '#452110', '#b5734b'),
  auburn: hair('#7e3621', '#44180e', '#b9603c'),
  copper: hair('#ac5526', '#6b2c0f', '#e3935a'),
  caramel: hair('#96673c', '#5c3a1d', '#cb9a68'),
  sand: hair('#b08a5c', '#755532', '#dfbd8d'),
  blond: hair('#cda263', '#8e6735', '#f3d59c'),
  platinum: hair('#e0c998', '#a58858', '#fbecc8'),
  salt: hair('#656165', '#37353a', '#a8a5a8'),
  pepper: hair('#4a4648', '#272528', '#8f8b8e'),
  grey: hair('#908c8c', '#5b5759', '#cdc9c8'),
  silver: hair('#bdb9b8', '#858285', '#eeebe7'),
  white: hair('#dedad4', '#a8a29e', '#fdfbf8'),
} as const;

export const greys: readonly HairColour[] = ['salt', 'pepper', 'grey', 'silver', 'white'];

export const irises = {
  brown: ['#5b3720', '#2b170d'],
  blue: ['#5f8fb4', '#254a68'],
  green: ['#5f8a63', '#29492f'],
  grey: ['#7d8b94', '#3d4951'],
  hazel: ['#87683a', '#41331a'],
} as const;

type Scene = readonly [near: string, far: string, glow: string];

/** Backdrop colours by mood: first the lit side, then the far side, then the glow. */
export const scenes = {
  sunny: [
    ['#ffb56b', '#e3683c', '#ffe3a3'],
    ['#f7c9a0', '#d9835a', '#fff0cf'],
    ['#f7b28c', '#c9594a', '#ffdc9c'],
    ['#ffd58a', '#e8963f', '#fff1c4'],
    ['#f3bba0', '#c46d62', '#ffe4c6'],
    ['#f6d9c8', '#d88f6e', '#fbeadb'],
  ],
  cool: [
    ['#8fc7d8', '#3c6f88', '#ffe9b8'],
    ['#b9d3dc', '#5f8799', '#fdf3dc'],
    ['#a3c9c4', '#4b7f80', '#f5eccb'],
    ['#9fb7d8', '#4a5f94', '#ffe0bf'],
    ['#cfd9d6', '#7f9a98', '#f7f2e2'],
    ['#b5c0e0', '#6670a8', '#fbe3d4'],
  ],
  green: [
    ['#d9e8c8', '#5f8a5a', '#9cc07e'],
    ['#c5d6b0', '#52774f', '#e6e2a0'],
    ['#b7cdb9', '#4c6f63', '#e9ddb2'],
    ['#dfe0b8', '#8a9a52', '#f6efc0'],
    ['#a9c4a4', '#3f6458', '#d9dd98'],
  ],
  rosy: [
    ['#e8b7b4', '#a85d6c', '#ffe2d6'],
    ['#e6c3cf', '#96607f', '#fde8e4'],
    ['#d9a5a0', '#8a4a58', '#f8d8c4'],
    ['#e9c7b8', '#b2766c', '#fff0e2'],
    ['#cdb2cf', '#735585', '#f6e0d8'],
  ],
  earthy: [
    ['#e9c9a4', '#a5714d', '#fff0d0'],
    ['#d8b48c', '#8a5a3e', '#ffe2a0'],
    ['#d9c6ab', '#93785c', '#fbeed4'],
    ['#c9a58a', '#74503e', '#f6d9b0'],
    ['#e2d3b6', '#a89066', '#fff6dc'],
  ],
  dusk: [
    ['#3d4d7a', '#20264a', '#ffc56b'],
    ['#5a4a78', '#2b2148', '#ffb48a'],
    ['#2f5a66', '#15313c', '#ffcf8a'],
    ['#6a3f50', '#2f1a2a', '#ff9f6e'],
    ['#46566a', '#1f2a38', '#f3c9a0'],
  ],
} as const satisfies Record<string, readonly Scene[]>;

export const fabrics = {
  light: [
    ['#efe7da', '#bba892'],
    ['#f4efe8', '#b9b0a6'],
    ['#e3e7e6', '#9aa7aa'],
    ['#f3dfd2', '#c79f8c'],
    ['#dfe6d6', '#98a68a'],
  ],
  warm: [
    ['#d9a441', '#96681f'],
    ['#c7404a', '#7e1d30'],
    ['#d9714a', '#8f3a22'],
    ['#e08a8a', '#9c4a55'],
    ['#b5563a', '#6d2a1c'],
    ['#f0a42c', '#a85f12'],
    ['#c98b6a', '#83503a'],
  ],
  cool: [
    ['#4a6d8c', '#2b4460'],
    ['#2f6b5b', '#173d36'],
    ['#7b5ea7', '#3f2c66'],
    ['#5a8f9c', '#2c5966'],
    ['#3e5a8a', '#1f2f57'],
    ['#7f9d8a', '#466354'],
    ['#8aa4c2', '#4c678a'],
  ],
  dark: [
    ['#33373f', '#17191f'],
    ['#2b3550', '#131a2c'],
    ['#4a2f3a', '#24131b'],
    ['#3a4038', '#1b211b'],
    ['#54392c', '#2a1a13'],
    ['#23262d', '#0e0f13'],
  ],
} as const;

export const metals = ['#f0c766', '#e2b259', '#dfe2e6', '#f3dcc8'] as const;
export const frames = ['#2a2524', '#7a3b2a', '#3c4a5a', '#8a6a34', '#24504c', '#5d2f45', '#9a9ea6'] as const;
export const lipsticks = ['#b5404a', '#a8324a', '#c2565a', '#983a52', '#c46a5c', '#8c2f3e'] as const;

/** A colour between two. */
export function blend(a: string, b: string, t: number): string {
  const channel = (i: number): string => {
    const [x, y] = [parseInt(a.slice(i, i + 2), 16), parseInt(b.slice(i, i + 2), 16)];
    return Math.round(x + (y - x) * t)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
