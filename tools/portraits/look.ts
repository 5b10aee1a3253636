/** What a drawn person can look like. */
import type { HairColour, Skin } from './palette.ts';

export type Gender = 'male' | 'female';
export type Build = 'slim' | 'average' | 'athletic' | 'curvy' | 'full';
export type EyeColour = 'brown' | 'blue' | 'green' | 'grey' | 'hazel';
export type Tattoo = 'neck' | 'collarbone' | 'shoulder';
export type Hair =
  | 'long'
  | 'wavy'
  | 'bangs'
  | 'curtain'
  | 'sleek'
  | 'bob'
  | 'lob'
  | 'wavybob'
  | 'shag'
  | 'topknot'
  | 'lowbun'
  | 'ponytail'
  | 'braid'
  | 'crownbraid'
  | 'afro'
  | 'shortafro'
  | 'curly'
  | 'longcurls'
  | 'shortcurls'
  | 'locs'
  | 'longlocs'
  | 'boxbraids'
  | 'pixie'
  | 'short'
  | 'quiff'
  | 'sidepart'
  | 'crop'
  | 'slick'
  | 'swept'
  | 'buzz'
  | 'bald'
  | 'receding'
  | 'ring'
  | 'curlytop'
  | 'manbun'
  | 'headscarf'
  | 'beanie'
  | 'turban';
export type Beard = 'none' | 'stubble' | 'short' | 'full' | 'long' | 'goatee' | 'moustache';
export type Clothes =
  | 'crew'
  | 'striped'
  | 'vneck'
  | 'shirt'
  | 'blazer'
  | 'turtleneck'
  | 'boatneck'
  | 'strap'
  | 'hoodie'
  | 'cardigan'
  | 'denim'
  | 'wrap'
  | 'polo'
  | 'knit'
  | 'scarf';
export type Backdrop =
  | 'sun'
  | 'city'
  | 'window'
  | 'lights'
  | 'leaves'
  | 'arch'
  | 'blinds'
  | 'panel'
  | 'room'
  | 'hills'
  | 'shelf'
  | 'brush'
  | 'sea'
  | 'curtain'
  | 'tiles'
  | 'birches';
export type Glasses = 'round' | 'square' | 'cat' | 'pilot' | 'half';
export type Earring = 'stud' | 'hoop' | 'drop';
export type Smile = 'calm' | 'soft' | 'warm' | 'open';

export interface Features {
  width: number;
  length: number;
  jaw: number;
  chin: number;
  cheek: number;
  hairline: number;
  eyeGap: number;
  eyeSize: number;
  eyeOpen: number;
  eyeSlant: number;
  eyeHood: number;
  browLift: number;
  browWeight: number;
  browArch: number;
  noseLength: number;
  noseWidth: number;
  noseBridge: number;
  mouthWidth: number;
  upperLip: number;
  lowerLip: number;
  mouthDrop: number;
}

export interface Look {
  id: string;
  gender: Gender;
  age: number;
  build: Build;
  skin: Skin;
  hair: Hair;
  hairColour: HairColour;
  eyeColour: EyeColour;
  tattoo?: Tattoo;
  glasses?: Glasses;
  earring?: Earring;
  necklace?: 'chain' | 'pendant' | 'beads';
  lipstick?: string;
  beard: Beard;
  freckles: boolean;
  smile: Smile;
  features: Features;
  /** How full the figure is: 0 slim to 1 full. */
  fullness: number;
  shoulders: number;
  /** Degrees: positive looks to the right of the picture. */
  turn: number;
  tilt: number;
  light: 1 | -1;
  zoom: number;
  /** How far from the middle the sitter is. */
  aside: number;
  clothes: Clothes;
  cloth: readonly [light: string, dark: string];
  /** Headwear, scarves and what is worn under a jacket. */
  accent: string;
  metal: string;
  frame: string;
  backdrop: Backdrop;
  scene: readonly [near: string, far: string, glow: string];
  key: string;
  seed: number;
}
