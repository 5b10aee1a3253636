/** Everything the parts of a portrait share: who sits, how the head stands, which colours. */
import type { Look } from './look.ts';
import { hairColours, skins, type Tones } from './palette.ts';
import { poseOf, type Pose } from './pose.ts';
import { seeded, type Random } from './random.ts';
import { xy } from './sketch.ts';

export interface Sitter {
  look: Look;
  pose: Pose;
  random: Random;
  skin: (typeof skins)[keyof typeof skins];
  hair: Tones;
  /** Colour of lids and lashes. */
  ink: string;
  /** A point on the face as path data. */
  q(x: number, y: number, lift?: number): string;
}

export function sitterOf(look: Look): Sitter {
  const pose = poseOf(look);
  const hair = hairColours[look.hairColour];
  const pale = ['grey', 'silver', 'white', 'platinum', 'blond', 'sand'].includes(look.hairColour);
  const ink = pale ? '#43302a' : '#20140f';
  const q = (x: number, y: number, lift = 0): string => xy(pose.face(x, y, lift));
  return { look, pose, random: seeded(look.seed), skin: skins[look.skin], hair, ink, q };
}

/** A soft spot of colour; the gradients are defined once per picture. */
export function glow(x: number, y: number, rx: number, ry: number, tint: string, opacity: number): string {
  const n = (v: number): string => v.toFixed(1);
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="url(#${tint})" opacity="${opacity.toFixed(2)}"/>`;
}
